// SPDX-License-Identifier: MIT
// Games in which the players put one stone each in turn, the first one black stones: what follows
// from the number of stones on the board.
#pragma once

namespace zermelo {

constexpr int black_stones(int stones) { return (stones + 1) / 2; }
constexpr bool white_to_move(int stones) { return stones % 2 == 1; }

// The number of a layer, where the fullest boards come first, for a number of stones on a board
// with this many cells; and back. (Tables of plies number their slices by stones; tables of
// outcomes number them in this way, and so do searches for puzzles, which go backward.)
constexpr int fullest_first(int cells, int stones) { return cells - stones; }

}  // namespace zermelo
