// SPDX-License-Identifier: MIT
// A position of Ostle as the solver sees it: always from the side to move ("own").
#pragma once

#include <cstdint>

#include "symmetry/square_board.h"

namespace zermelo::ostle {

template <int N>
struct Position {
  using Board = typename SquareBoard<N>::Board;
  Board own = 0;       // pieces of the side to move
  Board opponent = 0;  // the other side's
  int hole = 0;        // square

  constexpr Position swapped() const { return {opponent, own, hole}; }
  constexpr bool operator==(const Position&) const = default;

  Position transformed(int symmetry) const {
    using Geometry = SquareBoard<N>;
    return {Geometry::transform(symmetry, own), Geometry::transform(symmetry, opponent),
            Geometry::square_image[symmetry][hole]};
  }
};

// A move by its source square (a piece's, or the hole's) and direction, as in the paper: a1D.
struct Move {
  std::int8_t from = -1;
  Direction direction = left;

  constexpr bool operator==(const Move&) const = default;
  // Moves are listed in ascending order of this: by square, then left, right, down, up.
  constexpr int order() const { return from * 4 + direction; }
};

// A move's number within its position, which symmetries permute: 4 * (how many of the mover's
// pieces stand on smaller squares) + direction; the hole's moves come after five pieces'.
using Slot = std::uint8_t;
inline constexpr int max_pieces = 5;
inline constexpr Slot hole_slots = 4 * max_pieces;
inline constexpr Slot slot_count = hole_slots + 4;
inline constexpr Slot no_slot = 31;

}  // namespace zermelo::ostle
