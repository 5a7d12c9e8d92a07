// SPDX-License-Identifier: MIT
#include "gen/variant/endgame_men.h"

#include <gtest/gtest.h>

namespace zermelo::endgames {
namespace {

TEST(EndgameMen, AreAddedMovedAndRemoved) {
  Men men;
  men.add(man_of(0, first_side), 4);
  men.add(man_of(1, second_side), 60);
  men.add(man_of(2, first_side), 119);
  EXPECT_EQ(men.on(60), 1);
  EXPECT_EQ(men.on(61), -1);
  men.put(1, 61);
  men.remove(0);
  EXPECT_EQ(men.count, 2);
  EXPECT_EQ(men.on(61), 0);
  EXPECT_EQ(men.occupied, bit_of(61) | bit_of(119));
}

// However they come there.
TEST(EndgameMen, InHandAreInOrder) {
  Men men;
  for (const int man : {man_of(3, first_side), man_of(1, second_side), man_of(3, first_side)})
    men.add_to_hand(man);
  ASSERT_EQ(men.in_hand, 3);
  EXPECT_EQ(men.hand[0], man_of(1, second_side));
  EXPECT_EQ(men.hand[1], man_of(3, first_side));
  men.take_from_hand(man_of(3, first_side));
  ASSERT_EQ(men.in_hand, 2);
  EXPECT_EQ(men.hand[0], man_of(1, second_side));
  EXPECT_EQ(men.hand[1], man_of(3, first_side));
}

TEST(EndgameWay, IsOpenWithSoManyMenOnItsSquares) {
  const Way slide{.from = 0, .to = 3, .mask = bit_of(1) | bit_of(2)};
  EXPECT_TRUE(slide.is_open(bit_of(0) | bit_of(3)));
  EXPECT_FALSE(slide.is_open(bit_of(2)));
  Way hop = slide;
  hop.needed = 1;
  EXPECT_FALSE(hop.is_open(0));
  EXPECT_TRUE(hop.is_open(bit_of(1)));
  EXPECT_FALSE(hop.is_open(bit_of(1) | bit_of(2)));
  hop.must = bit_of(2);
  EXPECT_FALSE(hop.is_open(bit_of(1)));
  EXPECT_TRUE(hop.is_open(bit_of(2)));
}

TEST(EndgameMove, IsQuietIfTheMenStay) {
  Men before;
  before.add(man_of(5, first_side), 8);
  const Move step{0, 8, 16, -1, man_of(5, first_side), no_square};
  EXPECT_TRUE(step.is_quiet(before));
  Move other = step;
  other.becomes = man_of(1, first_side);
  EXPECT_FALSE(other.is_quiet(before));
  other = step;
  other.captured = 1;
  EXPECT_FALSE(other.is_quiet(before));
  other = step;
  other.index = -1;
  EXPECT_FALSE(other.is_quiet(before)) << "a drop";
}

}  // namespace
}  // namespace zermelo::endgames
