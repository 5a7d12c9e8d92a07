// SPDX-License-Identifier: MIT
// Ostle positions for property tests: random ones, and all of a small slice.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <utility>

#include "gen/ostle/position.h"

namespace zermelo::test {

// A position with this many of the mover's and of the opponent's pieces; the hole anywhere.
template <int N>
ostle::Position<N> random_position(int own, int opponent, std::mt19937_64& random) {
  using Geometry = SquareBoard<N>;
  std::array<int, Geometry::squares> squares{};
  std::iota(squares.begin(), squares.end(), 0);
  std::shuffle(squares.begin(), squares.end(), random);
  ostle::Position<N> p;
  p.hole = squares[0];
  for (int i = 1; i <= own + opponent; ++i) {
    (i <= own ? p.own : p.opponent) |= Geometry::bit(squares[static_cast<std::size_t>(i)]);
  }
  return p;
}

template <int N, class Visit>
void place_pieces(ostle::Position<N>& p, int square, int own, int opponent, const Visit& visit) {
  using Geometry = SquareBoard<N>;
  if (own == 0 && opponent == 0) return visit(std::as_const(p));
  if (square == Geometry::squares) return;
  place_pieces(p, square + 1, own, opponent, visit);
  if (square == p.hole) return;
  const auto bit = Geometry::bit(square);
  if (own > 0) {
    p.own |= bit;
    place_pieces(p, square + 1, own - 1, opponent, visit);
    p.own ^= bit;
  }
  if (opponent > 0) {
    p.opponent |= bit;
    place_pieces(p, square + 1, own, opponent - 1, visit);
    p.opponent ^= bit;
  }
}

// Calls visit(position) for every placement, in every orientation.
template <int N, class Visit>
void for_each_position(int own, int opponent, const Visit& visit) {
  for (int hole = 0; hole < SquareBoard<N>::squares; ++hole) {
    ostle::Position<N> p;
    p.hole = hole;
    place_pieces(p, 0, own, opponent, visit);
  }
}

}  // namespace zermelo::test
