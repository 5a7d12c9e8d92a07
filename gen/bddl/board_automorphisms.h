// SPDX-License-Identifier: MIT
// The automorphisms of a board that is drawn by lines and links.
#pragma once

#include <vector>

#include "gen/bddl/ground.h"
#include "symmetry/grid.h"

namespace zermelo::bddl {

inline constexpr std::size_t most_symmetries = 1024;

// The maps of the squares that exist onto themselves under which squares of a line stay on a line,
// as far from each other as before, and linked ones linked; a group, the identity first. Nothing if
// the board has neither lines nor links, or if there are more than most_symmetries, or too many to
// find them quickly.
std::vector<GridSymmetry> board_automorphisms(const GroundGame& game);

}  // namespace zermelo::bddl
