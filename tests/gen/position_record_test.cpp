// SPDX-License-Identifier: MIT
#include "gen/position_record.h"

#include <gtest/gtest.h>

#include "gen/grid/position.h"
#include "gen/ostle/notation.h"

namespace zermelo {
namespace {

const RecordBoard small_grid = {4, 4, false}, full = {8, 8, false}, ostle = {5, 5, true};

TEST(PositionRecord, IsOnItsBoard) {
  EXPECT_TRUE(is_on_board({.black = 1, .white = 0x8000}, small_grid));
  EXPECT_TRUE(is_on_board({.black = ~std::uint64_t{0}}, full));
  EXPECT_TRUE(is_on_board({.black = 1, .white = 2, .hole = 24}, ostle));
}

TEST(PositionRecord, IsNotOnItsBoard) {
  EXPECT_FALSE(is_on_board({.black = 1, .white = 1}, small_grid)) << "both on one square";
  EXPECT_FALSE(is_on_board({.black = 0x10000}, small_grid)) << "beyond the board";
  EXPECT_FALSE(is_on_board({.white = 0x10000}, small_grid)) << "beyond the board";
  EXPECT_FALSE(is_on_board({.black = 1, .hole = 3}, small_grid)) << "a hole where there is none";
  EXPECT_FALSE(is_on_board({.black = 1}, ostle)) << "no hole where there is one";
  EXPECT_FALSE(is_on_board({.black = 1, .hole = 25}, ostle)) << "the hole beyond the board";
  EXPECT_FALSE(is_on_board({.black = 1, .hole = 0}, ostle)) << "a piece in the hole";
}

TEST(PositionRecord, HasTheTextOfTheGame) {
  const GridPosition p = parse_position("b2w/4/1wb1/3b w", {4, 4});
  EXPECT_EQ(position_text({.black = p.black, .white = p.white, .white_to_move = true}, small_grid),
            "b2w/4/1wb1/3b w");
  const ostle::State s = ostle::parse_state("wwwww/5/2o2/5/bbbbb b", 5);
  EXPECT_EQ(position_text({.black = s.black, .white = s.white, .hole = 12}, ostle),
            "wwwww/5/2o2/5/bbbbb b");
}

}  // namespace
}  // namespace zermelo
