// SPDX-License-Identifier: MIT
#include "gen/position_status.h"

#include <gtest/gtest.h>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo {
namespace {

TEST(PositionStatus, IsSeenFromTheSideToMove) {
  const auto over = [](Colour to_move) {
    return PositionStatus::over(Colour::white, to_move, "White has won.");
  };
  EXPECT_EQ(over(Colour::black).kind, PositionStatus::Kind::lost);
  EXPECT_EQ(over(Colour::white).kind, PositionStatus::Kind::won);
  EXPECT_TRUE(over(Colour::black).is_over());
  EXPECT_FALSE(PositionStatus().is_over());
  EXPECT_FALSE(PositionStatus::impossible("No.").is_over());
  EXPECT_FALSE(PositionStatus::impossible("No.").goes_on());
}

TEST(PositionStatus, BecomesTheExceptionThatSaysSo) {
  EXPECT_NO_THROW(require_to_move({}));
  EXPECT_EQ(test::error_text<IllegalPosition>(
                [] { require_to_move(PositionStatus::impossible("It cannot be.")); }),
            "It cannot be.");
  try {
    require_to_move(PositionStatus::over(Colour::white, Colour::black, "White has won."));
    FAIL();
  } catch (const GameOver& over) {
    EXPECT_EQ(over.winner(), Colour::white);
    EXPECT_STREQ(over.what(), "White has won.");
  }
  EXPECT_EQ(test::error_text<GameOver>([] { require_to_move(PositionStatus::drawn("A draw.")); }),
            "A draw.");
}

TEST(PositionStatus, HasAName) {
  EXPECT_STREQ(status_name(PositionStatus::Kind::to_move), "to_move");
  EXPECT_STREQ(status_name(PositionStatus::Kind::won), "won");
  EXPECT_STREQ(status_name(PositionStatus::Kind::lost), "lost");
  EXPECT_STREQ(status_name(PositionStatus::Kind::drawn), "drawn");
  EXPECT_STREQ(status_name(PositionStatus::Kind::impossible), "impossible");
}

}  // namespace
}  // namespace zermelo
