// SPDX-License-Identifier: MIT
// A position and its value as numbers: what walks over whole tables go through, and what lists of
// positions hold (docs/export-format.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "gen/piece_set.h"
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

// What a record lacks of a position in games with kinds of pieces, or with pieces in hand. (It is
// apart, so that the others' records stay small.)
struct PieceRecord {
  std::array<std::uint64_t, 3> kinds{};  // bit i of the kind of the piece on each square
  std::uint64_t hands = 0;  // what is in hand: four bits for each kind, Black's in the lower half

  bool operator==(const PieceRecord&) const = default;
};

// The piece record of record number i; records that lack nothing have none.
inline const PieceRecord& pieces_at(std::span<const PieceRecord> pieces, std::size_t i) {
  static constexpr PieceRecord none{};
  return pieces.empty() ? none : pieces[i];
}

// A board's size, whether there is a hole on it (Ostle), and the kinds of pieces, if the game
// distinguishes any or has some in hand.
struct RecordBoard {
  int columns = 0, rows = 0;
  bool has_hole = false;
  std::optional<PieceSet> pieces{};

  bool operator==(const RecordBoard&) const = default;
};

// Whether this can be a position on such a board: the sets are disjoint and on the board, and so is
// the hole, if there is to be one; kinds and hands are those that the game has.
bool is_on_board(const PositionRecord& record, const RecordBoard& board,
                 const PieceRecord& pieces = {});

// The position in the game's notation, with nothing forbidden. It must be on the board.
void append_text(std::string& text, const PositionRecord& record, const RecordBoard& board,
                 const PieceRecord& pieces = {});
std::string position_text(const PositionRecord& record, const RecordBoard& board,
                          const PieceRecord& pieces = {});

}  // namespace zermelo
