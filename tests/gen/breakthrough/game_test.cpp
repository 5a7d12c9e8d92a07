// SPDX-License-Identifier: MIT
#include "gen/breakthrough/game.h"

#include <gtest/gtest.h>

#include "gen/error.h"
#include "tests/reference/plain_games.h"
#include "tests/support/grid_game.h"

namespace zermelo::breakthrough {
namespace {

TEST(Breakthrough, IsThePlainGame) {
  test::expect_lawful(Breakthrough({.columns = 3, .rows = 4}), *test::plain_breakthrough(3, 4));
  test::expect_lawful(Breakthrough({.columns = 2, .rows = 5}), *test::plain_breakthrough(2, 5));
}

// The rules need no numbers; a table does.
TEST(Breakthrough, IsPlayedOnBoardsThatAreTooLargeForTables) {
  const Breakthrough chessboard({.columns = 8, .rows = 8});
  EXPECT_EQ(test::moves_of(chessboard, chessboard.start()).size(), 22u);
  EXPECT_THROW(chessboard.codes(), UsageError);
  EXPECT_NO_THROW(Breakthrough({.columns = 6, .rows = 6}).codes());
}

}  // namespace
}  // namespace zermelo::breakthrough
