// SPDX-License-Identifier: MIT
// What tries out rules that are the user's own code (probe/own_trial.h).
#pragma once

#include "kinds/own/rules.h"
#include "probe/own_trial.h"

namespace zermelo {

// As the function for games.
OwnTrialReport try_own_program(const OwnProgram& program, const OwnTrialOptions& options = {});

}  // namespace zermelo
