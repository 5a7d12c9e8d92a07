// SPDX-License-Identifier: MIT
// What is known of a row's lines, against looking at each of its positions.
#include "kinds/stones/row_lines.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>

namespace zermelo {
namespace {

struct Board {
  Grid grid;
  int line;
};

class RowLinesOf : public testing::TestWithParam<Board> {
 protected:
  const Grid grid = GetParam().grid;
  const Lines lines{grid, GetParam().line};

  bool has_line(Squares string, Squares shape) const {
    return lines.any(deposit_bits(string, shape));
  }
};

TEST_P(RowLinesOf, AreThoseOfItsPositions) {
  std::mt19937_64 random(5);
  RowLines rows_lines(lines);
  ShapeRows<std::uint64_t> rows;
  std::array<std::uint8_t, 256> found;
  std::array<std::uint64_t, 2> with{}, without{}, dead{};
  for (int shapes = 0; shapes < 60; ++shapes) {
    const Squares shape = (random() | (shapes % 2 == 0 ? random() : 0)) & grid.all();
    rows.enter(shape);
    rows_lines.enter(shape);
    const int m = rows.low().length();
    const Squares all = extract_bits(shape, shape), high_bits = all >> m << m;
    const Squares core = high_bits & (high_bits - 1);
    const auto live = [&](std::uint64_t high) {
      const Squares string = high << m;
      return !has_line(string & core, shape) && !has_line(~string & core, shape);
    };
    const auto without_black = [&](std::uint64_t high) {
      return !has_line(high << m & core, shape);
    };
    // A stretch of the rows, as there are too many of some shapes.
    const std::uint64_t begin = rows.highs() < 512 ? 0 : random() % (rows.highs() - 500);
    const std::uint64_t end = std::min(rows.highs(), begin + 500);
    for (std::uint64_t high = begin, next = rows_lines.next_live(begin); high < end; ++high) {
      EXPECT_EQ(next == high, live(high));
      ++dead[live(high) ? 0 : 1];
      if (next == high) next = rows_lines.next_live(high + 1);
    }
    for (std::uint64_t high = begin; high < end; ++high)
      EXPECT_EQ(rows_lines.next_without(high, true) == high, without_black(high));
    rows.for_each(begin, end, [&](const ShapeRow& row) {
      for (const bool black : {false, true}) {
        const auto own = [&](Squares string) { return black ? string : string ^ all; };
        const bool any = rows_lines.find(row.high, row.low_ones, black, found.data());
        std::uint32_t count = 0;
        for (std::uint32_t i = 0; i < row.count; ++i) {
          const Squares string = row.high | rows.low().begin(row.low_ones)[i];
          EXPECT_EQ(found[i] != 0, has_line(own(string), shape));
          count += found[i];
        }
        EXPECT_TRUE(any || count == 0);
        with[black] += count;
        without[black] += row.count - count;
        const Squares high = own(row.high) & high_bits;
        EXPECT_EQ(rows_lines.has_line(row.high, black), has_line(high, shape));
        const RowLines::Own of_high = rows_lines.lines_of(row.high, black);
        EXPECT_EQ(of_high.any(), has_line(high, shape));
        EXPECT_EQ(of_high.in_core, has_line(high & core, shape));
        for (int stone = m; of_high.any() && stone < rows.stones(); ++stone) {
          const bool in_all = !has_line(high & ~bit_of(stone), shape);
          EXPECT_EQ((of_high.common & bit_of(stone)) != 0, in_all);
        }
      }
      return !testing::Test::HasFailure();
    });
    if (HasFailure()) return;
  }
  for (const bool black : {false, true}) {
    EXPECT_GT(with[black], 0u);
    EXPECT_GT(without[black], 0u);
  }
  EXPECT_GT(dead[0], 0u);
}

INSTANTIATE_TEST_SUITE_P(Boards, RowLinesOf,
                         testing::Values(Board{{4, 4}, 3}, Board{{5, 4}, 4}, Board{{6, 5}, 4},
                                         Board{{7, 6}, 4}, Board{{3, 5}, 5}, Board{{4, 3}, 2}));

}  // namespace
}  // namespace zermelo
