// SPDX-License-Identifier: MIT
// The two players.
#pragma once

#include <array>

namespace zermelo::symbolic {

enum Side : int { black = 0, white = 1 };
inline constexpr std::array<Side, 2> both_sides = {black, white};
constexpr Side other(Side side) { return side == black ? white : black; }

// Something for each side, or for each side to move.
template <class T>
using BySide = std::array<T, 2>;

}  // namespace zermelo::symbolic
