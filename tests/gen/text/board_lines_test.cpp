// SPDX-License-Identifier: MIT
#include "gen/text/board_lines.h"

#include <gtest/gtest.h>

#include <vector>

#include "gen/text/diagram.h"

namespace zermelo {
namespace {

Diagram board_with_lines(int columns, int rows, std::vector<std::vector<int>> lines) {
  Diagram d{.columns = columns, .rows = rows, .lines = std::move(lines)};
  d.cells.assign(static_cast<std::size_t>(columns * rows), Cell::empty);
  return d;
}

TEST(BoardLines, HaveEachStepOnce) {
  const Diagram d = board_with_lines(3, 2, {{0, 1, 2}, {2, 1, 4}, {1, 0}});
  EXPECT_EQ(line_steps(d), (std::vector<LineStep>{{0, 1, false}, {1, 2, false}, {1, 4, false}}));
}

TEST(BoardLines, AreHiddenWhereTheyTouchAThirdSquare) {
  Diagram d = board_with_lines(5, 5, {{0, 2}, {0, 12}, {0, 7}});
  EXPECT_EQ(line_steps(d), (std::vector<LineStep>{{0, 2, true}, {0, 7, false}, {0, 12, true}}));
  d.cells[1] = Cell::blocked;
  EXPECT_EQ(line_steps(d), (std::vector<LineStep>{{0, 2, false}, {0, 7, false}, {0, 12, true}}));
}

}  // namespace
}  // namespace zermelo
