// SPDX-License-Identifier: MIT
// The symmetries of a chess variant: permutations of the board's squares under which the rules stay
// as they are. They are computed from the ways, regions and promotion zones, and not declared.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "gen/variant/endgame_rules.h"

namespace zermelo::endgames {

using Permutation = std::array<Square, max_squares>;  // by square; what it becomes

// The reflections and rotations of a board: 8 if it is square, otherwise 4. The first is the
// identity.
std::vector<Permutation> board_permutations(int width, int height);

SquareBits mapped(SquareBits set, const Permutation& permutation, int squares);

// Whether a permutation maps what men of that kind may do, and what they may become, onto itself
// for each side; with `swaps`, what one side's may do onto what the other's may.
bool keeps_kind(const Rules& rules, int kind, const Permutation& permutation, bool swaps);

// The same for the regions in which men win.
bool keeps_endings(const Rules& rules, const Permutation& permutation, bool swaps);

// Those that keep all these kinds and all that they may become; at least the identity.
std::vector<Permutation> symmetries(const Rules& rules, const std::vector<int>& kinds);

// A permutation that keeps all kinds with the sides exchanged, if there is one: then a position
// with colours reversed is as good.
std::optional<Permutation> exchange_of_sides(const Rules& rules);

}  // namespace zermelo::endgames
