// SPDX-License-Identifier: MIT
#include "gen/connect/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "symmetry/bits.h"

namespace zermelo::connect {
namespace {

// Files reversed. `stride` is the step from one file to the next, `other` that from one rank to the
// next.
GridSymmetry mirror(const Parameters& p, int stride, int other) {
  std::vector<int> images(static_cast<std::size_t>(p.columns * p.rows));
  for (int file = 0; file < p.columns; ++file) {
    for (int rank = 0; rank < p.rows; ++rank) {
      images[static_cast<std::size_t>(file * stride + rank * other)] =
          (p.columns - 1 - file) * stride + rank * other;
    }
  }
  return GridSymmetry(images);
}

std::vector<GridSymmetry> with_identity(const Parameters& p, const GridSymmetry& symmetry) {
  std::vector<int> images;
  for (int i = 0; i < p.columns * p.rows; ++i) images.push_back(i);
  std::vector<GridSymmetry> result = {GridSymmetry(images)};
  if (p.columns > 1) result.push_back(symmetry);
  return result;
}

// Maps a number rank * columns + file to file * rows + rank.
GridSymmetry transposition(int columns, int rows) {
  std::vector<int> images;
  for (int rank = 0; rank < rows; ++rank) {
    for (int file = 0; file < columns; ++file) images.push_back(file * rows + rank);
  }
  return GridSymmetry(images);
}

}  // namespace

Connect::Connect(const Parameters& p)
    : LineGame({p.columns, p.rows}, p.line),
      parameters_(p),
      cell_lines_({p.rows, p.columns}, p.line),
      symmetries_(with_identity(p, mirror(p, 1, p.columns))),
      cell_symmetries_(with_identity(p, mirror(p, p.rows, 1))),
      to_cells_(transposition(p.columns, p.rows)),
      to_squares_(transposition(p.rows, p.columns)),
      all_cells_(grid().all()) {
  for (int file = 0; file < p.columns; ++file) {
    Squares squares = 0;
    for (int rank = 0; rank < p.rows; ++rank) squares |= bit_of(grid().square(file, rank));
    files_.push_back(squares);
    bottom_ |= bit_of(file * p.rows);
    for (int rank = 0; rank < p.rows; rank += 2) odd_rows_ |= bit_of(file * p.rows + rank);
  }
  ways_.assign(static_cast<std::size_t>(p.columns) + 1,
               std::vector<std::uint64_t>(static_cast<std::size_t>(cells()) + 1));
  ways_[0][0] = 1;
  for (std::size_t columns = 1; columns < ways_.size(); ++columns) {
    for (int stones = 0; stones <= cells(); ++stones) {
      for (int height = 0; height <= p.rows; ++height) {
        ways_[columns][static_cast<std::size_t>(stones)] +=
            ways(static_cast<int>(columns) - 1, stones - height);
      }
    }
  }
}

std::uint64_t Connect::ways(int columns, int stones) const {
  if (stones < 0 || stones > cells()) return 0;
  return ways_[static_cast<std::size_t>(columns)][static_cast<std::size_t>(stones)];
}

Squares Connect::shape(int stones, std::uint64_t number) const {
  Squares shape = 0;
  for (int file = 0; file < parameters_.columns; ++file) {
    int height = 0;
    for (;; ++height) {
      const std::uint64_t here = ways(parameters_.columns - 1 - file, stones - height);
      if (number < here) break;
      number -= here;
    }
    shape |= ((Squares{1} << height) - 1) << file * parameters_.rows;
    stones -= height;
  }
  return shape;
}

std::uint64_t Connect::shape_number(Squares shape) const {
  std::uint64_t number = 0;
  int stones = count_bits(shape);
  const Squares column = ~Squares{0} >> (max_squares - parameters_.rows);
  for (int file = 0; file < parameters_.columns; ++file) {
    const int height = count_bits(shape >> file * parameters_.rows & column);
    for (int h = 0; h < height; ++h) number += ways(parameters_.columns - 1 - file, stones - h);
    stones -= height;
  }
  return number;
}

unsigned Connect::hint(Squares black, Squares white, Squares shape) const {
  const auto count = [](Squares squares, int most) {
    unsigned counted = 0;
    for (; squares != 0 && most > 0; squares &= squares - 1, --most) ++counted;
    return counted;
  };
  black &= ~shape;
  white &= ~shape;
  return count(black & odd_rows_, 3) * 16 + count(white & ~odd_rows_, 3) * 4 +
         count(black & ~odd_rows_, 1) * 2 + count(white & odd_rows_, 1);
}

std::string Connect::move_text(const GridChange& change) const {
  std::string square = format_square(std::countr_zero(change.to), grid());
  while (square.back() >= '0' && square.back() <= '9') square.pop_back();
  return square;
}

std::string Connect::text(const StonePosition& p) const {
  return format_position({to_squares_(p.black), to_squares_(p.white()), white_to_move(p.stones())},
                         grid());
}

PositionStatus Connect::status(const GridPosition& p) const {
  const Squares cells = to_cells_(p.occupied());
  // (Stones on others or on the bottom.)
  const Squares hanging = cells & ~(cells << 1 | bottom_);
  if (hanging != 0) {
    return PositionStatus::impossible(
        fmt::format("The stone on {} hangs in the air.",
                    format_square(std::countr_zero(to_squares_(hanging)), grid())));
  }
  return stones_status(p);
}

}  // namespace zermelo::connect
