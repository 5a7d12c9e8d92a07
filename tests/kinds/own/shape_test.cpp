// SPDX-License-Identifier: MIT
// What a move does to a board, as far as the board shows it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/text/diagram.h"
#include "kinds/own/game.h"
#include "kinds/own/read.h"

namespace zermelo {
namespace {

using CellSquares = std::vector<int>;

OwnBoard three_by_two(const std::string& cells) { return {3, 2, cells}; }

MoveShape shape(const std::string& before, const std::string& after, int mover) {
  return own_shape(three_by_two(before), three_by_two(after), mover);
}

MoveShape squares(CellSquares from, CellSquares to, CellSquares taken, int dx = 0, int dy = 0) {
  return {
      .from = std::move(from), .to = std::move(to), .taken = std::move(taken), .dx = dx, .dy = dy};
}

// (CellSquares are counted from the bottom, boards are written from the top.)
TEST(OwnShape, OfPiecesThatGo) {
  EXPECT_EQ(shape("......", "......", 0), MoveShape());
  EXPECT_EQ(shape("......", "b.....", 0), squares({}, {3}, {}));
  EXPECT_EQ(shape("......", "..W...", 1), squares({}, {5}, {}));
  EXPECT_EQ(shape("c.....", "....c.", 0), squares({3}, {1}, {}, 1, -1));
  EXPECT_EQ(shape("c..E..", "...c..", 0), squares({3}, {0}, {}, 0, -1));
  EXPECT_EQ(shape("c..E..", "E.....", 1), squares({0}, {3}, {}, 0, 1));
  EXPECT_EQ(shape("c.E...", ".c....", 0), squares({3}, {4}, {5}, 1, 0));
  EXPECT_EQ(shape("bb....", "......", 0), squares({3, 4}, {}, {}));
  EXPECT_EQ(shape("bb....", "......", 1), squares({}, {}, {3, 4}));
  EXPECT_EQ(shape("c.....", "h.....", 0), squares({}, {3}, {}));
}

// In a puzzle all pieces are the player's, and digits are pieces, too.
TEST(OwnShape, OfPuzzles) {
  EXPECT_EQ(shape("12.345", "1.2345", -1), squares({4}, {5}, {}, 1, 0));
  EXPECT_EQ(shape("W.....", ".W....", -1), squares({3}, {4}, {}, 1, 0));
  EXPECT_EQ(shape("ab#...", "ba#...", -1), squares({}, {3, 4}, {}));
}

// Coordinates beside numbers would be read as pieces.
TEST(OwnNumbers, AreDrawnWithoutCoordinates) {
  Diagram d{.columns = 2, .rows = 2};
  for (const char letter : {'3', '.', '1', '2'}) d.cells.push_back(own_cell(letter));
  EXPECT_EQ(cells_text(d.cells), "3.12");
  EXPECT_EQ(diagram_text(d), "1 2\n3 .\n");
  EXPECT_NE(diagram_svg(d).find(">3<"), std::string::npos);
  d.cells[0] = own_cell('c');
  EXPECT_EQ(cells_text(d.cells), "c.12");
}

TEST(OwnNumbers, LabelMovesOfPuzzles) {
  const DiagramMove solved = valued({}, Value::win(12), Metric::moves);
  EXPECT_EQ(solved.label, "12");
  EXPECT_EQ(solved.tone, DiagramMove::Tone::win);
  EXPECT_EQ(valued({}, Value::draw(), Metric::moves).label, "-");
}

}  // namespace
}  // namespace zermelo
