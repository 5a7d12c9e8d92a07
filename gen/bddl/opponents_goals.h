// SPDX-License-Identifier: MIT
// Goals that a move of the other side can bring about. They are looked at only after moves of their
// own side, which is hardly what the writer meant.
#pragma once

#include <string>
#include <vector>

#include "gen/bddl/ground.h"

namespace zermelo::bddl {

// One sentence, with its place, for each action and goal of the other side that it can fulfil, on
// some board, by what it puts on squares or by what that does to a count; unless the action's own
// side has a line of goals or losses that then certainly holds. Whether play leads to such a board
// is not looked at.
//
// In version 1 the first one alone: that there is none is the second and third of the sanity
// conditions of Shaik and van de Pol (2023), Definition 3.9. (The first, that nobody has won at the
// start, is what ground() demands.)
std::vector<std::string> opponents_goals(const GroundGame& game);

}  // namespace zermelo::bddl
