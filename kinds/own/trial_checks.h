// SPDX-License-Identifier: MIT
// What is asked of rules that are the user's own code while they are tried out
// (probe/own_trial.h says what is compared), in whatever process (kinds/own/trial.h).
#pragma once

#include "kinds/own/rules.h"
#include "probe/own_calls.h"
#include "probe/own_trial.h"

namespace zermelo {

// What is wrong is in the report. Of rules that an interpreter runs, throws what they throw, and
// Interrupted if the options stop it. Each call is noted in `now`, where it stays open until the
// next one begins: rules may damage memory so that this process crashes after they have returned.
OwnTrialReport run_trial(const OwnProgram& program, const OwnTrialOptions& options,
                         OwnCalls::Call& now);

}  // namespace zermelo
