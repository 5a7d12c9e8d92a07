// SPDX-License-Identifier: MIT
// Ostle's moves as the rules state them, piece by piece, for checking what was found by faster
// means: nothing here comes from the tables of lines (gen/ostle/line_moves.h). Rules as numbered in
// Takizawa, "Strongly solved Ostle" (2023).
#pragma once

#include <array>
#include <cstdint>

#include "gen/ostle/line_moves.h"
#include "gen/ostle/position.h"
#include "symmetry/square_board.h"

namespace zermelo::ostle {

template <int N>
struct PlainMove {
  Move move;
  Removal removal = Removal::none;
  Position<N> position;  // reached, seen from its own mover
  Move exact_reply;      // the reply that would undo the move; from == -1 if there is none

  bool operator==(const PlainMove&) const = default;
};

// A piece moves by one square and pushes the row of pieces before it; what comes off the board or
// into the hole is removed (rules 4 and 5). A row that ends with an opponent's piece, which stays
// on the board, could be pushed back by that piece (rule 8).
template <int N>
PlainMove<N> plain_push(const Position<N>& p, int from, Direction d) {
  using Geometry = SquareBoard<N>;
  std::array<int, N> row{};
  std::size_t length = 0;
  int beyond = from;  // the row's end
  for (; beyond != Geometry::outside && ((p.own | p.opponent) & Geometry::bits[beyond]) != 0;
       beyond = Geometry::step(beyond, d)) {
    row[length++] = beyond;
  }
  PlainMove<N> made{{static_cast<std::int8_t>(from), d}, Removal::none, p, {}};
  const bool falls = beyond == Geometry::outside || beyond == p.hole;
  const bool last_is_own = (p.own & Geometry::bits[row[length - 1]]) != 0;
  for (std::size_t i = length; i-- > 0;) {
    auto& side = (p.own & Geometry::bits[row[i]]) != 0 ? made.position.own : made.position.opponent;
    side &= ~Geometry::bits[row[i]];
    if (i + 1 < length || !falls) side |= Geometry::bits[Geometry::step(row[i], d)];
  }
  if (falls) made.removal = last_is_own ? Removal::own : Removal::opponent;
  if (!falls && !last_is_own) made.exact_reply = {static_cast<std::int8_t>(beyond), opposite(d)};
  made.position = made.position.swapped();
  return made;
}

// Calls visit(PlainMove) for every move of p that the rules allow apart from rule 8, once, in order
// of squares and directions.
template <int N, class Visit>
void for_each_plain_move(const Position<N>& p, Visit&& visit) {
  using Geometry = SquareBoard<N>;
  for (int from = 0; from < Geometry::squares; ++from) {
    for (const Direction d : {left, right, down, up}) {
      if ((p.own & Geometry::bits[from]) != 0) visit(plain_push(p, from, d));
      if (from != p.hole) continue;
      // The hole moves to an empty square beside it (rule 2), and could move back.
      const int to = Geometry::step(from, d);
      if (to == Geometry::outside || ((p.own | p.opponent) & Geometry::bits[to]) != 0) continue;
      const auto square = static_cast<std::int8_t>(to);
      visit(PlainMove<N>{{static_cast<std::int8_t>(from), d},
                         Removal::none,
                         {p.opponent, p.own, to},
                         {square, opposite(d)}});
    }
  }
}

}  // namespace zermelo::ostle
