// SPDX-License-Identifier: MIT
// Goals that matter within a bounded number of steps. Shaik and van de Pol, "Concise QBF Encodings
// for Games on a Grid" (2023), section 5: explicit winning sets that have more squares than Black
// has moves are dropped.
#pragma once

#include "proof/qbf/bounded_game.h"

namespace zermelo::proof {

// The game with fewer goals, and shorter ones, in which Black wins within game.depth steps if and
// only if Black does so in the game. Left out are
// - goals that need more moves than their side has;
// - goals that need a square to change that has a piece which no action removes;
// - goals of squares by number that contain another goal of the same side;
// and, from goals of squares by number, pieces that are there at the start and that no action
// removes.
BoundedGame with_possible_goals(const BoundedGame& game);

}  // namespace zermelo::proof
