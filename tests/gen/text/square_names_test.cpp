// SPDX-License-Identifier: MIT
#include "gen/text/square_names.h"

#include <gtest/gtest.h>

#include <string>

#include "gen/grid/position.h"

namespace zermelo {
namespace {

constexpr SquareNaming thesis = SquareNaming::letter_row;

// Section 2.1 of the thesis: at the start the left-most black stone is on D4 and the right-most one
// on E5; Figure 2.3 is after Black's move to D6.
TEST(SquareNames, AreThoseOfTheThesis) {
  EXPECT_EQ(renamed("d5", 8, 8, thesis), "D4");
  EXPECT_EQ(renamed("e4", 8, 8, thesis), "E5");
  EXPECT_EQ(renamed("f5", 8, 8, thesis), "D6");
  EXPECT_EQ(renamed("a1", 8, 8, thesis), "H1");
  EXPECT_EQ(renamed("h8", 8, 8, thesis), "A8");
  EXPECT_EQ(with_files_and_ranks("d6", 8, 8, thesis), "f5");
  EXPECT_EQ(renamed("d5", 8, 8, SquareNaming::file_rank), "d5");
  EXPECT_EQ(with_files_and_ranks("d6", 8, 8, SquareNaming::file_rank), "d6");
}

TEST(SquareNames, LeaveTheRestOfAMoveAlone) {
  EXPECT_EQ(renamed("pass", 8, 8, thesis), "pass");
  EXPECT_EQ(renamed("a2xb3", 8, 8, thesis), "G1xF2");
  EXPECT_EQ(renamed("xa2", 8, 8, thesis), "xG1");
  EXPECT_EQ(renamed("b2+b3", 4, 4, thesis), "C2+B2");
  EXPECT_EQ(renamed("a2-a4xa3", 4, 4, thesis), "C1-A1xB1");
  EXPECT_EQ(renamed("c3U", 5, 5, thesis), "C3U");
  EXPECT_EQ(renamed("a9 i1", 8, 8, thesis), "a9 i1");
  EXPECT_EQ(with_files_and_ranks("D6C4", 8, 8, thesis), "f5d6");
  EXPECT_EQ(with_files_and_ranks("c3Ub2L", 5, 5, thesis), "c3Ub4L") << "Ub is no row";
  EXPECT_EQ(with_files_and_ranks("a0 I1 Z2", 8, 8, thesis), "a0 I1 Z2");
}

// Also on boards with more than 26 files or rows, where names have two letters.
TEST(SquareNames, GoBothWaysForEverySquare) {
  for (const Grid grid : {Grid{8, 8}, Grid{32, 2}, Grid{2, 32}, Grid{64, 1}, Grid{1, 64}}) {
    for (int s = 0; s < grid.squares(); ++s) {
      const std::string name = format_square(s, grid);
      const std::string other = renamed(name, grid.columns, grid.rows, thesis);
      EXPECT_EQ(with_files_and_ranks(other, grid.columns, grid.rows, thesis), name) << other;
      const std::string capture = "x" + name;
      const std::string renamed_capture = renamed(capture, grid.columns, grid.rows, thesis);
      EXPECT_EQ(renamed_capture, "x" + other);
    }
  }
}

TEST(SquareNames, StandBesideDiagrams) {
  Diagram d{.columns = 3, .rows = 2, .cells = std::vector<Cell>(6, Cell::empty)};
  d.cells[4] = Cell::black;
  d.moves = {{.from = 4, .dx = -1, .dy = 0}};
  EXPECT_EQ(diagram_text(d, thesis),
            "A . b .\n"
            "B . . .\n"
            "  1 2 3\n"
            "  A2-A1\n");
  EXPECT_EQ(diagram_text(d, SquareNaming::file_rank), diagram_text(d));
  const std::string svg = diagram_svg(d, thesis);
  EXPECT_NE(svg.find(">B</text>"), std::string::npos);
  EXPECT_EQ(svg.find(">a</text>"), std::string::npos);
}

}  // namespace
}  // namespace zermelo
