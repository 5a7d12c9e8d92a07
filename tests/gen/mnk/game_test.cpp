// SPDX-License-Identifier: MIT
#include "gen/mnk/game.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "gen/error.h"
#include "tests/reference/plain_games.h"
#include "tests/support/grid_game.h"

namespace zermelo::mnk {
namespace {

TEST(Mnk, IsThePlainGame) {
  test::expect_lawful(Mnk({.m = 3, .n = 3, .k = 3}), *test::plain_mnk(3, 3, 3));
  test::expect_lawful(Mnk({.m = 4, .n = 2, .k = 3}), *test::plain_mnk(4, 2, 3));
}

TEST(Mnk, RefusesPositionsThatPlayCannotMake) {
  const Mnk game({.m = 3, .n = 3, .k = 3});
  const auto check = [&](const char* text) {
    require_to_move(game.status(parse_position(text, game.grid())));
  };
  EXPECT_NO_THROW(check("3/3/b2 w"));
  for (const char* text : {"3/3/b2 b", "3/3/w2 b", "3/3/bb1 w", "3/3/3 w"})
    EXPECT_THROW(check(text), IllegalPosition) << text;
  EXPECT_THROW(check("3/ww1/bbb w"), GameOver);
  EXPECT_THROW(check("bwb/wbb/wbw w"), GameOver);
}

// Shapes are all sets of squares, each once; a stone may be put wherever there is none.
TEST(Mnk, IsAGameOfStones) {
  const Mnk game({.m = 4, .n = 3, .k = 3});
  ASSERT_EQ(game.cells(), 12);
  for (int stones = 0; stones <= 12; ++stones) {
    Squares before = 0;
    for (std::uint64_t number = 0; number < game.shapes(stones); ++number) {
      const Squares shape = game.shape(stones, number);
      ASSERT_TRUE(number == 0 || shape > before);
      before = shape;
      ASSERT_EQ(std::popcount(shape), stones);
      ASSERT_EQ(game.shape_number(shape), number);
      ASSERT_EQ(game.next_stones(shape), game.grid().all() & ~shape);
      ASSERT_EQ(game.last_stones(shape), shape);
    }
    EXPECT_EQ(game.shapes(stones), binomial_64(12, stones));
  }
}

}  // namespace
}  // namespace zermelo::mnk
