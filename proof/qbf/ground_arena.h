// SPDX-License-Identifier: MIT
// A game in BDDL on a board of any size as an arena: every square has two variables, and every
// action at every place is a move. It is made from the rules as written, without their
// ground actions (gen/bddl/ground.h), which are limited to 64 squares.
#pragma once

#include "proof/check/arena.h"
#include "proof/qbf/bounded_game.h"

namespace zermelo::proof {

// `goal`, if given: for each side the states in which it has reached a goal, which is only a part
// of Arena::won. Throws OutOfMemory if the circuit would have more than 50 million gates.
Arena ground_arena(const BoundedGame& game, BySide<Literal>* goal = nullptr);

}  // namespace zermelo::proof
