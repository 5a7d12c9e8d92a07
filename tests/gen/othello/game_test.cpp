// SPDX-License-Identifier: MIT
#include "gen/othello/game.h"

#include <gtest/gtest.h>

#include "gen/error.h"
#include "tests/reference/plain_games.h"
#include "tests/support/grid_game.h"

namespace zermelo::othello {
namespace {

TEST(Othello, IsThePlainGame) {
  test::expect_lawful(Othello({.rows = 3, .cols = 4, .start_file = 1, .start_rank = 0}),
                      *test::plain_othello(3, 4, 2, 1));
  test::expect_lawful(Othello({.rows = 4, .cols = 3, .start_file = 0, .start_rank = 1}),
                      *test::plain_othello(4, 3, 1, 2));
}

// A symmetry of the rules need not preserve the start: half of those of a square do not.
TEST(Othello, KnowsTheSymmetriesOfItsStart) {
  const Othello game({.rows = 4, .cols = 4, .start_file = 1, .start_rank = 1});
  EXPECT_EQ(game.symmetries().size(), 8u);
  std::size_t keep = 0;
  for (const GridSymmetry& g : game.symmetries())
    keep += test::mapped(g, game.start()) == game.start();
  EXPECT_EQ(keep, game.start_symmetries().size());
  EXPECT_EQ(keep, 4u);
  for (const GridSymmetry& g : game.start_symmetries())
    EXPECT_EQ(test::mapped(g, game.start()), game.start());
}

TEST(Othello, CountsDiscsForTheSideThatHasMoved) {
  const Othello game({.rows = 4, .cols = 4, .start_file = 1, .start_rank = 1});
  EXPECT_EQ(game.score(parse_position("bbbb/bbbb/4/www1 w", game.grid())), 5);
  EXPECT_EQ(game.score(parse_position("bbbb/bbbb/4/www1 b", game.grid())), -5);
}

}  // namespace
}  // namespace zermelo::othello
