// SPDX-License-Identifier: MIT
// Rectangular boards of at most 64 squares: a set of squares is one word, and a symmetry of the
// board maps sets with eight table look-ups.
//
// A square is a number rank * columns + file, rank 0 at the bottom (a1 = 0).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace zermelo {

// A set of squares: bit s is square s.
using Squares = std::uint64_t;

inline constexpr int max_squares = 64;

struct Grid {
  int columns = 0, rows = 0;  // both at least 1, columns * rows <= max_squares

  constexpr int squares() const { return columns * rows; }
  constexpr int square(int file, int rank) const { return rank * columns + file; }
  constexpr int file_of(int square) const { return square % columns; }
  constexpr int rank_of(int square) const { return square / columns; }
  constexpr bool contains(int file, int rank) const {
    return file >= 0 && file < columns && rank >= 0 && rank < rows;
  }
  // The whole board.
  constexpr Squares all() const { return ~Squares{0} >> (max_squares - squares()); }

  constexpr bool operator==(const Grid&) const = default;
};

constexpr Squares bit_of(int square) { return Squares{1} << square; }

// Calls body(square) for every square of the set, ascending.
template <class Body>
void for_each_square(Squares set, Body&& body) {
  for (; set != 0; set &= set - 1) body(std::countr_zero(set));
}

// A map of a board's squares onto themselves. Immutable.
class GridSymmetry {
 public:
  // images[s] is where square s goes; a permutation of 0..images.size()-1.
  explicit GridSymmetry(const std::vector<int>& images);

  Squares operator()(Squares set) const {
    Squares result = 0;
    for (std::size_t byte = 0; set != 0; ++byte, set >>= 8) result |= table_[byte][set & 255];
    return result;
  }
  int image(int square) const { return image_[static_cast<std::size_t>(square)]; }

  GridSymmetry inverse() const;
  // First this one, then `second`, which is of the same board.
  GridSymmetry then(const GridSymmetry& second) const;
  bool operator==(const GridSymmetry& other) const {
    return squares_ == other.squares_ && image_ == other.image_;
  }

 private:
  std::size_t squares_ = 0;
  std::array<std::uint8_t, max_squares> image_{};
  std::array<std::array<Squares, 256>, 8> table_{};
};

// The symmetries of the grid, each once, the identity first: eight for a square, four for any other
// rectangle, two for a single row or column, one for a single square.
std::vector<GridSymmetry> grid_symmetries(Grid grid);

}  // namespace zermelo
