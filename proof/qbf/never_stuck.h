// SPDX-License-Identifier: MIT
// Whether White might be left without a move; if that is impossible, an encoding can be smaller.
#pragma once

#include "proof/qbf/bounded_game.h"

namespace zermelo::proof {

// True only if White always has a move at that step (an even one), however the game is played.
// Determined by counting open squares, or else by SAT, as far as that is easy: on up to 64 squares.
bool cannot_be_stuck(const BoundedGame& game, int step);

}  // namespace zermelo::proof
