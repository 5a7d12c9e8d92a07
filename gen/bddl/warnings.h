// SPDX-License-Identifier: MIT
// What a game in BDDL says that its writer may not have meant.
#pragma once

#include <string>
#include <vector>

#include "gen/bddl/ground.h"
#include "gen/bddl/tree.h"

namespace zermelo::bddl {

// One sentence for each, with its place, "FILE:LINE:COLUMN: ...", in the order of the files. They
// are about
// - in version 1, an effect with NOT that leaves the mover a choice, and one that says two things
//   about one square for some anchors, so that there is no move there,
// - an action or a goal that is possible nowhere on this board,
// - a goal that a move of the other side can fulfil (gen/bddl/opponents_goals.h),
// - #material, which says no start.
// Throws SyntaxError as ground().
std::vector<std::string> warnings_of(const tree::Game& game);

// The same, if its actions have been filled in already; `start` is that of a game with #material.
std::vector<std::string> warnings_of(const tree::Game& game, const GroundGame& ground,
                                     const std::string& start);

}  // namespace zermelo::bddl
