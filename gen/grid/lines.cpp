// SPDX-License-Identifier: MIT
#include "gen/grid/lines.h"

namespace zermelo {
namespace {

Lines::Direction direction(Grid grid, int length, int dx, int dy) {
  Lines::Direction d;
  for (int s = 0; s < grid.squares(); ++s) {
    const int file = grid.file_of(s) + dx * (length - 1);
    const int rank = grid.rank_of(s) + dy * (length - 1);
    if (grid.contains(file, rank)) d.starts |= bit_of(s);
  }
  if (d.starts != 0) d.step = dy * grid.columns + dx;
  return d;
}

}  // namespace

Lines::Lines(Grid grid, int length)
    : length_(length),
      directions_{direction(grid, length, 1, 0), direction(grid, length, 0, 1),
                  direction(grid, length, 1, 1), direction(grid, length, -1, 1)} {
  // A line of one square has no direction: it is found in the first one.
  if (length != 1) return;
  for (std::size_t i = 1; i < directions_.size(); ++i) directions_[i] = {};
}

Squares Lines::completing(Squares set) const {
  Squares squares = 0;
  for (const Direction& d : directions_) {
    if (d.starts == 0) continue;
    for (int missing = 0; missing < length_; ++missing) {
      Squares starts = d.starts;
      for (int i = 0; i < length_; ++i) {
        if (i != missing) starts &= set >> i * d.step;
      }
      squares |= starts << missing * d.step;
    }
  }
  return squares;
}

}  // namespace zermelo
