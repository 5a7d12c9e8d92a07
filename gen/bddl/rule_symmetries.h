// SPDX-License-Identifier: MIT
// The symmetries of a game's rules.
#pragma once

#include <vector>

#include "gen/bddl/ground.h"
#include "symmetry/grid.h"

namespace zermelo::bddl {

// Those of the grid that map the rules of both sides onto themselves, the identity first.
std::vector<GridSymmetry> symmetries_of(const GroundGame& game);

}  // namespace zermelo::bddl
