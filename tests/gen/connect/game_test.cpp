// SPDX-License-Identifier: MIT
#include "gen/connect/game.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "gen/error.h"
#include "tests/reference/plain_games.h"
#include "tests/support/grid_game.h"

namespace zermelo::connect {
namespace {

TEST(Connect, IsThePlainGame) {
  test::expect_lawful(Connect({.columns = 4, .rows = 3, .line = 3}), *test::plain_connect(4, 3, 3));
  test::expect_lawful(Connect({.columns = 3, .rows = 4, .line = 3}), *test::plain_connect(3, 4, 3));
}

TEST(Connect, RefusesPositionsThatPlayCannotMake) {
  const Connect game({.columns = 3, .rows = 3, .line = 3});
  const auto check = [&](const char* text) {
    require_to_move(game.status(parse_position(text, game.grid())));
  };
  EXPECT_NO_THROW(check("3/b2/wb1 w"));
  for (const char* text : {"3/b2/3 w", "3/3/b2 b", "3/3/w2 b", "b2/3/w2 b"})
    EXPECT_THROW(check(text), IllegalPosition) << text;
  EXPECT_THROW(check("3/ww1/bbb w"), GameOver);
}

// Shapes are stacks, numbered by the heights of the columns; the lowest open cell of each column is
// next, and its topmost stone may be the last.
TEST(Connect, IsAGameOfStones) {
  const Connect game({.columns = 3, .rows = 3, .line = 3});
  std::vector<std::set<Squares>> expected(10);
  for (int heights = 0; heights < 64; ++heights) {
    Squares shape = 0, next = 0, last = 0;
    for (int column = 0; column < 3; ++column) {
      const int height = heights >> 2 * column & 3, base = 3 * column;
      for (int row = 0; row < height; ++row) shape |= bit_of(base + row);
      if (height < 3) next |= bit_of(base + height);
      if (height > 0) last |= bit_of(base + height - 1);
    }
    expected[static_cast<std::size_t>(std::popcount(shape))].insert(shape);
    EXPECT_EQ(game.next_stones(shape), next);
    EXPECT_EQ(game.last_stones(shape), last);
    EXPECT_EQ(game.to_cells(game.to_squares(shape)), shape);
  }
  for (int stones = 0; stones <= 9; ++stones) {
    std::set<Squares> shapes;
    for (std::uint64_t number = 0; number < game.shapes(stones); ++number) {
      shapes.insert(game.shape(stones, number));
      EXPECT_EQ(game.shape_number(game.shape(stones, number)), number);
    }
    EXPECT_EQ(shapes, expected[static_cast<std::size_t>(stones)]);
  }
}

TEST(Connect, NamesMovesByTheirColumns) {
  const Connect game({});
  const GridPosition start = game.start();
  std::string names;
  game.for_each_successor(start, [&](const GridPosition& next, Ending) {
    names += game.move_text(GridChange(start, next));
  });
  EXPECT_EQ(names, "abcdefg");
}

}  // namespace
}  // namespace zermelo::connect
