// SPDX-License-Identifier: MIT
// Positions on a board as all games here write them: ranks from the top, separated by slashes, in
// which b and w are pieces, o is a hole, and numbers are runs of empty squares; then the side to
// move.
#pragma once

#include <cstdint>
#include <string>

namespace zermelo {

// Bit rank * columns + file of a set is a square; at most 64 of them. The sets are disjoint.
struct BoardPicture {
  int columns = 0, rows = 0;
  std::uint64_t black = 0, white = 0, hole = 0;
  bool white_to_move = false;
};

// Appends "b2/1w w".
void append_board(std::string& text, const BoardPicture& picture);

}  // namespace zermelo
