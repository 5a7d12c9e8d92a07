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
// side has a line of goals or losses that says the same.
std::vector<std::string> opponents_goals(const GroundGame& game);

}  // namespace zermelo::bddl
