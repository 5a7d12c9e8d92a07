// SPDX-License-Identifier: MIT
// A game in BDDL on a board of any size as an arena: every square two variables, every action at
// every place a move. Made of the rules as written, apart from the masks of gen/bddl/model.h, which
// end at 64 squares.
#pragma once

#include "proof/arena.h"
#include "proof/qbf/bounded_game.h"

namespace zermelo::proof {

// `goal`, if given: for each side the states in which it has reached a goal, which is not all of
// Arena::won. Throws OutOfMemory if the circuit would have more than 50 million gates.
Arena ground_arena(const BoundedGame& game, BySide<Literal>* goal = nullptr);

}  // namespace zermelo::proof
