// SPDX-License-Identifier: MIT
// Small random games in BDDL, as texts.
#pragma once

#include <random>
#include <string>

namespace zermelo::test {

struct RandomBddl {
  std::string domain, problem;
  bool white_first = false;
  bool stuck_loses = false;
  bool has_goals = false;  // some side has one
  // Effects may have NOT, or make a square two things, which is not a move: BddlReference supports
  // neither.
  bool effects_have_choice = false;
};

// On boards of 2x2 to 3x3. No goal holds at the start, if `with_goals` gives either side a goal at
// all.
RandomBddl random_bddl(std::mt19937& random, bool with_goals);

}  // namespace zermelo::test
