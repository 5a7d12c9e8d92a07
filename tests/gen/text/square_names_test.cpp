// SPDX-License-Identifier: MIT
#include "gen/text/square_names.h"

#include <gtest/gtest.h>

#include <string>

#include "gen/grid/position.h"

namespace zermelo {
namespace {

constexpr SquareNaming by_row = SquareNaming::letter_row;

// Section 2.1 of the thesis: at the start the left-most black stone is on D4 and the right-most one
// on E5; Figure 2.3 is after Black's move to D6.
TEST(SquareNames, AreThoseOfTheThesis) {
  EXPECT_EQ(renamed("d5", 8, 8, by_row), "D4");
  EXPECT_EQ(renamed("e4", 8, 8, by_row), "E5");
  EXPECT_EQ(renamed("f5", 8, 8, by_row), "D6");
  EXPECT_EQ(renamed("a1", 8, 8, by_row), "H1");
  EXPECT_EQ(renamed("h8", 8, 8, by_row), "A8");
  EXPECT_EQ(with_files_and_ranks("d6", 8, 8, by_row), "f5");
  EXPECT_EQ(renamed("d5", 8, 8, SquareNaming::file_rank), "d5");
  EXPECT_EQ(with_files_and_ranks("d6", 8, 8, SquareNaming::file_rank), "d6");
}

TEST(SquareNames, LeaveTheRestOfAMoveAlone) {
  EXPECT_EQ(renamed("pass", 8, 8, by_row), "pass");
  EXPECT_EQ(renamed("a2xb3", 8, 8, by_row), "G1xF2");
  EXPECT_EQ(renamed("xa2", 8, 8, by_row), "xG1");
  EXPECT_EQ(renamed("b2+b3", 4, 4, by_row), "C2+B2");
  EXPECT_EQ(renamed("a2-a4xa3", 4, 4, by_row), "C1-A1xB1");
  EXPECT_EQ(renamed("c3U", 5, 5, by_row), "C3U");
  EXPECT_EQ(renamed("a9 i1", 8, 8, by_row), "a9 i1");
  EXPECT_EQ(with_files_and_ranks("D6C4", 8, 8, by_row), "f5d6");
  EXPECT_EQ(with_files_and_ranks("c3Ub2L", 5, 5, by_row), "c3Ub4L") << "Ub is no row";
  EXPECT_EQ(with_files_and_ranks("a0 I1 Z2", 8, 8, by_row), "a0 I1 Z2");
}

// Also on boards with more than 26 files or rows, where names have two letters.
TEST(SquareNames, AreFoundInMoves) {
  using Squares = std::vector<int>;
  EXPECT_EQ(squares_named("a2-a4xa3", 4, 4), (Squares{4, 12, 8}));
  EXPECT_EQ(squares_named("Cb3-b4=H", 3, 4), (Squares{7, 10}));
  EXPECT_EQ(squares_named("C@b2xc4", 3, 4), (Squares{4, 11}));
  EXPECT_EQ(squares_named("c3U", 5, 5), (Squares{12}));
  EXPECT_EQ(squares_named("{a1=.,b1=w,[2c]}", 3, 3), (Squares{0, 1}));
  EXPECT_EQ(squares_named("pass", 8, 8), Squares{});
}

TEST(SquareNames, GoBothWaysForEverySquare) {
  for (const Grid grid : {Grid{8, 8}, Grid{32, 2}, Grid{2, 32}, Grid{64, 1}, Grid{1, 64}}) {
    for (int s = 0; s < grid.squares(); ++s) {
      const std::string name = format_square(s, grid);
      const std::string other = renamed(name, grid.columns, grid.rows, by_row);
      EXPECT_EQ(with_files_and_ranks(other, grid.columns, grid.rows, by_row), name) << other;
      const std::string capture = "x" + name;
      const std::string renamed_capture = renamed(capture, grid.columns, grid.rows, by_row);
      EXPECT_EQ(renamed_capture, "x" + other);
    }
  }
}

TEST(SquareNames, StandBesideDiagrams) {
  Diagram d{.columns = 3, .rows = 2, .cells = std::vector<Cell>(6, Cell::empty)};
  d.cells[4] = Cell::black;
  d.moves = {{.from = 4, .dx = -1, .dy = 0}};
  EXPECT_EQ(diagram_text(d, by_row),
            "A . b .\n"
            "B . . .\n"
            "  1 2 3\n"
            "  A2-A1\n");
  EXPECT_EQ(diagram_text(d, SquareNaming::file_rank), diagram_text(d));
  const std::string svg = diagram_svg(d, by_row);
  EXPECT_NE(svg.find(">B</text>"), std::string::npos);
  EXPECT_EQ(svg.find(">a</text>"), std::string::npos);
}

}  // namespace
}  // namespace zermelo
