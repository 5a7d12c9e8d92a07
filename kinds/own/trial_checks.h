// SPDX-License-Identifier: MIT
// What is asked of rules that are the user's own code while they are tried out
// (probe/own_trial.h says what is compared), in whatever process (kinds/own/trial.h).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "kinds/own/rules.h"
#include "probe/own_trial.h"

namespace zermelo {

// What a trial is doing at the moment; another process may look at it.
struct TrialNow {
  std::atomic<std::uint64_t> calls = 0;
  std::array<char, 64> function{};
  std::array<char, 512> state{};  // its text
};

// What is wrong is in the report. Of rules that an interpreter runs, throws what they throw, and
// Interrupted if the options stop it.
OwnTrialReport run_trial(const OwnProgram& program, const OwnTrialOptions& options, TrialNow& now);

}  // namespace zermelo
