// SPDX-License-Identifier: MIT
// A position and its value as numbers: what walks over whole tables go through, and what lists of
// positions hold (docs/export-format.md).
#pragma once

#include <cstdint>
#include <string>

#include "gen/value.h"

namespace zermelo {

// Squares are numbered from a1 = 0 along the ranks: b1 is 1, and a2 is the number of columns. Bit s
// of a set is square s.
struct PositionRecord {
  static constexpr std::uint8_t no_hole = 255;

  std::uint64_t black = 0, white = 0;  // disjoint
  Value value{};                       // for the side to move; in the list of a strategy: the rank
  bool white_to_move = false;
  std::uint8_t hole = no_hole;  // its square, in games that have one

  bool operator==(const PositionRecord&) const = default;
};

// A board's size, and whether there is a hole on it (Ostle).
struct RecordBoard {
  int columns = 0, rows = 0;
  bool has_hole = false;

  bool operator==(const RecordBoard&) const = default;
};

// Whether this can be a position on such a board: the sets are disjoint and on the board, and so is
// the hole, if there is to be one.
bool is_on_board(const PositionRecord& record, const RecordBoard& board);

// The position in the game's notation, with nothing forbidden. It must be on the board.
void append_text(std::string& text, const PositionRecord& record, const RecordBoard& board);
std::string position_text(const PositionRecord& record, const RecordBoard& board);

}  // namespace zermelo
