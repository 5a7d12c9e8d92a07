// SPDX-License-Identifier: MIT
// Of all that IC3 has found, what a strategy needs.
#pragma once

#include <functional>
#include <vector>

#include "proof/ic3/cube_set.h"
#include "proof/ic3/reach_game.h"

namespace zermelo::proof {

// Cubes that justify each other and one of which has the start in it: found from the start onwards,
// a cube or an image of one by a symmetry whenever a state has none yet. `cubes`: all that are won,
// or all that are blocked, for at least so many plies. Nothing if `stop` said so.
std::optional<ByPlayer<std::vector<Ic3Cube>>> needed_cubes(const ReachGame& game,
                                                           const ByPlayer<CubeSet>& cubes, bool won,
                                                           int plies,
                                                           const std::function<bool()>& stop);

}  // namespace zermelo::proof
