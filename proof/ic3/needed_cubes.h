// SPDX-License-Identifier: MIT
// The part of what IC3 has found that a strategy needs.
#pragma once

#include <functional>
#include <vector>

#include "proof/ic3/cube_set.h"
#include "proof/ic3/reach_game.h"

namespace zermelo::proof {

// Cubes that justify each other, one of which contains the start. They are found from the start
// onwards: a cube, or an image of one under a symmetry, is added whenever a state is not in any
// yet. `cubes`: all that are won, or all that are blocked, for at least this many plies. Returns
// nothing if `stop` returned true.
std::optional<ByPlayer<std::vector<Ic3Cube>>> needed_cubes(const ReachGame& game,
                                                           const ByPlayer<CubeSet>& cubes, bool won,
                                                           int plies,
                                                           const std::function<bool()>& stop);

}  // namespace zermelo::proof
