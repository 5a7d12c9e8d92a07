// SPDX-License-Identifier: MIT
// The symmetries of a game's rules.
#pragma once

#include <vector>

#include "gen/bddl/ground.h"
#include "symmetry/grid.h"

namespace zermelo::bddl {

// Whether each line of the goals, losses, ... must be mapped onto itself, or onto any of those that
// stand together and have the same result.
enum class LineOrder { kept, any };

// Those of the grid, or those of its lines and links if these are more (gen/bddl/
// board_automorphisms.h), that map the rules of both sides onto themselves: a group, the identity
// first, closed under conjugation by the mirror.
std::vector<GridSymmetry> symmetries_of(const GroundGame& game, LineOrder order = LineOrder::kept);

// Whether the symmetry maps each action of both sides onto one of that side that has its name.
bool keeps_names(const GridSymmetry& symmetry, const GroundGame& game);

}  // namespace zermelo::bddl
