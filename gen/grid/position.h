// SPDX-License-Identifier: MIT
// A position of a game played with black and white pieces of one kind on a grid, and how it is
// written.
//
//   bw2/4/4/2wb b
//
// Ranks from the top, separated by slashes: b and w for pieces, numbers for runs of empty squares;
// then the side to move. Squares are a1, b1, ... with files from the left and ranks from the
// bottom.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/text/diagram.h"
#include "gen/value.h"
#include "symmetry/grid.h"

namespace zermelo {

struct GridPosition {
  Squares black = 0, white = 0;  // disjoint
  bool white_to_move = false;

  Squares occupied() const { return black | white; }
  Squares own() const { return white_to_move ? white : black; }
  Squares opponent() const { return white_to_move ? black : white; }

  auto operator<=>(const GridPosition&) const = default;
};

// Its upper bits are well mixed.
constexpr std::uint64_t quick_hash(const GridPosition& p) {
  constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;  // (Fibonacci hashing.)
  return (p.black * golden ^ p.white) * golden;
}

// Throws IllegalPosition, with what is wrong and where.
GridPosition parse_position(std::string_view text, Grid grid);
std::string format_position(const GridPosition& position, Grid grid);

std::string format_square(int square, Grid grid);

// The position that a picture's squares show. Throws IllegalPosition if they are too many or too
// few, or anything but pieces.
GridPosition position_from(const std::vector<Cell>& cells, Colour to_move, Grid grid);
// There is nothing in hand; throws IllegalPosition if a picture shows something there.
void put_in_hand(GridPosition& position, const std::vector<PiecesInHand>& hands, Grid grid);

// The board and "Black to move".
Diagram make_diagram(const GridPosition& position, Grid grid);

// What a move changes on the board, seen from the side that makes it; ordered by the first squares
// that it leaves, then by those that it comes to.
struct GridChange {
  Squares from = 0, to = 0;      // no longer, and newly, held by that side
  Squares taken = 0, given = 0;  // no longer, and newly, held by the other

  GridChange() = default;
  GridChange(const GridPosition& before, const GridPosition& after);

  auto operator<=>(const GridChange&) const = default;
};

inline GridChange change_between(const GridPosition& before, const GridPosition& after) {
  return {before, after};
}

// A piece that is placed comes to one square; the squares of the pieces that it turns are not
// listed.
MoveShape shape_of(const GridChange& change, Grid grid);
// The squares that pieces come to; if there are none, those that they leave.
Squares destinations(const GridChange& change);

// A move written by what it changes:
//   b2          a piece placed; b2+b3 two of them
//   a2-b3       a piece moved to an empty square; a2xb3 where it takes a piece
//   a2-a4xa3    moved, and another piece taken on the way
//   a2-         one's own piece taken away; -xa2 one of the other side's
//   xa2         a piece of the other side's turned into one's own
//   pass        nothing changes
// Two moves of a position have the same text exactly if they lead to the same board.
std::string format_change(const GridChange& change, Grid grid);

}  // namespace zermelo
