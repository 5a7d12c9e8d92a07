// SPDX-License-Identifier: MIT
#include "gen/variant/symmetry.h"

#include <gtest/gtest.h>

#include <vector>

namespace zermelo::endgames {
namespace {

TEST(VariantSymmetry, FollowsFromWhatMenDo) {
  const Rules chess = chess_rules();
  EXPECT_EQ(symmetries(chess, {0, 1, 2, 3, 4}).size(), 8u);
  EXPECT_EQ(symmetries(chess, {0, 5}).size(), 2u);
  ASSERT_TRUE(exchange_of_sides(chess).has_value());
  EXPECT_EQ((*exchange_of_sides(chess))[4], 60);  // a mirror between the sides
  const Rules wide = chess_rules(6, 5);
  EXPECT_EQ(symmetries(wide, {0, 1}).size(), 4u);
  EXPECT_EQ(symmetries(wide, {5}).size(), 2u);
}

TEST(VariantSymmetry, IsNotThereWhereARegionOrAWayDiffers) {
  std::vector<Kind> kinds = chess_rules().kinds();
  kinds[1].region[0] &= ~bit_of(0);
  const Rules corner(8, 8, kinds);
  EXPECT_EQ(symmetries(corner, {0, 1}).size(), 2u);  // the identity and the long diagonal
  EXPECT_EQ(symmetries(corner, {0, 2}).size(), 8u);
  EXPECT_EQ(symmetries(corner, {0, 5}).size(), 1u);  // pawns become queens
  EXPECT_FALSE(exchange_of_sides(corner).has_value());
  kinds = chess_rules().kinds();
  kinds[2].ways[0].pop_back();
  kinds[2].ways[1].pop_back();
  const Rules way(8, 8, kinds);
  EXPECT_LT(symmetries(way, {2}).size(), 8u);
}

}  // namespace
}  // namespace zermelo::endgames
