// SPDX-License-Identifier: MIT
#include "gen/grid/position.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "gen/error.h"

namespace zermelo {
namespace {

constexpr Grid grid{4, 3};

TEST(GridPosition, IsWrittenByRanksFromTheTop) {
  const GridPosition p{bit_of(0) | bit_of(11), bit_of(5), true};
  EXPECT_EQ(format_position(p, grid), "3b/1w2/b3 w");
  EXPECT_EQ(format_position({}, grid), "4/4/4 b");
  EXPECT_EQ(p.own(), bit_of(5));
  EXPECT_EQ(p.opponent(), bit_of(0) | bit_of(11));
  EXPECT_EQ(format_square(0, grid), "a1");
  EXPECT_EQ(format_square(11, grid), "d3");
}

TEST(GridPosition, IsReadAsItIsWritten) {
  std::mt19937_64 random(5);
  for (const Grid board : {grid, Grid{1, 1}, Grid{8, 8}, Grid{16, 4}}) {
    for (int n = 0; n < 200; ++n) {
      const Squares black = random() & board.all();
      const GridPosition p{black, random() & board.all() & ~black, n % 2 == 1};
      EXPECT_EQ(parse_position(format_position(p, board), board), p);
    }
  }
}

TEST(GridPosition, RefusesWhatIsNone) {
  for (const char* text : {"", "4/4/4", "4/4/4 x", "4/4 b", "4/4/4/4 b", "5/4/4 b", "3/4/4 b",
                           "4/4/3x b", "4/4/4 b b", "4/4/bbbbb b", "/4/4/4 b"})
    EXPECT_THROW(parse_position(text, grid), IllegalPosition) << text;
}

TEST(GridPosition, HasADiagram) {
  const Diagram d = make_diagram(parse_position("3b/1w2/b3 w", grid), grid);
  EXPECT_EQ(d.columns, 4);
  EXPECT_EQ(d.rows, 3);
  EXPECT_EQ(d.caption, "White to move");
  EXPECT_EQ(d.cells.at(0), Cell::black);
  EXPECT_EQ(d.cells.at(5), Cell::white);
  EXPECT_EQ(d.cells.at(11), Cell::black);
  EXPECT_EQ(d.cells.at(1), Cell::empty);
}

TEST(GridChange, IsWrittenByWhatChanges) {
  const std::map<std::string, std::pair<const char*, const char*>> moves = {
      {"b2", {"4/4/4 b", "4/1b2/4 w"}},        {"a1+b1", {"4/4/4 b", "4/4/bb2 w"}},
      {"a2-b3", {"4/b3/4 b", "1b2/4/4 w"}},    {"a2xb3", {"1w2/b3/4 b", "1b2/4/4 w"}},
      {"a1-a3xa2", {"4/w3/b3 b", "b3/4/4 w"}}, {"a2-", {"4/w3/4 w", "4/4/4 b"}},
      {"-xa2", {"4/w3/4 b", "4/4/4 w"}},       {"xa2", {"4/w3/4 b", "4/b3/4 w"}},
      {"pass", {"4/b3/4 w", "4/b3/4 b"}}};
  for (const auto& [text, boards] : moves) {
    const GridPosition before = parse_position(boards.first, grid);
    const GridChange change(before, parse_position(boards.second, grid));
    EXPECT_EQ(format_change(change, grid), text);
  }
}

// Two moves of a position have the same text exactly if they lead to the same board.
TEST(GridChange, TellsBoardsApart) {
  const Grid small{2, 2};
  for (int before = 0; before < 81; ++before) {
    const auto position = [](int number, bool white_to_move) {
      GridPosition p{0, 0, white_to_move};
      for (int s = 0; s < 4; ++s, number /= 3) {
        if (number % 3 == 1) p.black |= bit_of(s);
        if (number % 3 == 2) p.white |= bit_of(s);
      }
      return p;
    };
    std::map<std::string, int> texts;
    for (int after = 0; after < 81; ++after) {
      const GridChange change(position(before, false), position(after, true));
      ++texts[format_change(change, small)];
    }
    EXPECT_EQ(texts.size(), 81u) << before;
  }
}

}  // namespace
}  // namespace zermelo
