// SPDX-License-Identifier: MIT
// Games in which the players put one stone each in turn, the first one black stones: what the
// number of stones on the board tells.
#pragma once

namespace zermelo {

constexpr int black_stones(int stones) { return (stones + 1) / 2; }
constexpr bool white_to_move(int stones) { return stones % 2 == 1; }

// Layers by number where those of the fullest boards come first, for a number of stones on a board
// of so many cells; and back. (Tables of plies number their slices by stones, those of outcomes so;
// and so do searches for puzzles, which go backward.)
constexpr int fullest_first(int cells, int stones) { return cells - stones; }

}  // namespace zermelo
