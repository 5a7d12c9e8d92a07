// SPDX-License-Identifier: MIT
// Lines of stones, for the models of games that are won or lost by them.
#pragma once

#include <utility>
#include <vector>

#include "symmetry/grid.h"

namespace zermelo::symbolic {

// Every `length` squares in a row, upright or diagonally.
inline std::vector<Squares> lines_of(Grid grid, int length) {
  std::vector<Squares> lines;
  for (int file = 0; file < grid.columns; ++file) {
    for (int rank = 0; rank < grid.rows; ++rank) {
      for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
        if (!grid.contains(file + (length - 1) * dx, rank + (length - 1) * dy)) continue;
        Squares line = 0;
        for (int n = 0; n < length; ++n) line |= bit_of(grid.square(file + n * dx, rank + n * dy));
        lines.push_back(line);
      }
    }
  }
  return lines;
}

}  // namespace zermelo::symbolic
