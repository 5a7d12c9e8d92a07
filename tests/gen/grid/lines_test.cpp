// SPDX-License-Identifier: MIT
#include "gen/grid/lines.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <utility>
#include <vector>

namespace zermelo {
namespace {

// Square by square.
std::vector<Squares> all_lines(Grid grid, int length) {
  std::vector<Squares> lines;
  for (int square = 0; square < grid.squares(); ++square) {
    for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
      Squares line = 0;
      bool fits = true;
      for (int i = 0; i < length; ++i) {
        const int file = grid.file_of(square) + i * dx, rank = grid.rank_of(square) + i * dy;
        fits = fits && grid.contains(file, rank);
        if (fits) line |= bit_of(grid.square(file, rank));
      }
      if (fits) lines.push_back(line);
    }
  }
  return lines;
}

TEST(Lines, AreFoundAndCompletedAsByLookingAtEach) {
  std::mt19937_64 random(3);
  for (const Grid grid : {Grid{3, 3}, Grid{7, 6}, Grid{4, 5}, Grid{8, 8}, Grid{1, 6}, Grid{6, 2}}) {
    for (int length = 1; length <= 5; ++length) {
      const Lines lines(grid, length);
      EXPECT_EQ(lines.length(), length);
      const auto expected = all_lines(grid, length);
      int whole = 0;
      for (int n = 0; n < 3000; ++n) {
        Squares set = random() & grid.all();
        if (n % 3 == 0) set &= random();
        if (n % 3 == 1) set |= random() & grid.all();
        bool any = false;
        Squares completing = 0;
        for (const Squares line : expected) {
          any = any || (line & ~set) == 0;
          const Squares missing = line & ~set;
          if (std::popcount(missing) == 1) completing |= missing;
        }
        ASSERT_EQ(lines.any(set), any) << grid.columns << 'x' << grid.rows << ' ' << set;
        ASSERT_EQ(lines.completing(set) & ~set, completing) << set;
        whole += any;
      }
      EXPECT_EQ(whole == 0, expected.empty());
    }
  }
}

}  // namespace
}  // namespace zermelo
