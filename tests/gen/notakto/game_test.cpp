// SPDX-License-Identifier: MIT
#include "gen/notakto/game.h"

#include <gtest/gtest.h>

#include "gen/error.h"
#include "tests/reference/plain_games.h"
#include "tests/support/grid_game.h"

namespace zermelo::notakto {
namespace {

TEST(Notakto, IsThePlainGame) {
  test::expect_lawful(Notakto({.rows = 3, .columns = 3}), *test::plain_notakto(3, 3));
  test::expect_lawful(Notakto({.rows = 2, .columns = 4}), *test::plain_notakto(2, 4));
}

}  // namespace
}  // namespace zermelo::notakto
