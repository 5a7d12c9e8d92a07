// SPDX-License-Identifier: MIT
#include "kinds/endgames/locator.h"

#include <gtest/gtest.h>

#include <vector>

namespace zermelo::endgames {
namespace {

TEST(MaterialLocator, FindsMaterialsAlsoWithTheSidesExchanged) {
  const Rules chess = chess_rules();
  const Materials materials(chess);
  const std::vector<MaterialGroup> groups{materials.group_of(read_material(chess, "KRvK")),
                                          materials.group_of(read_material(chess, "KRvKR"))};
  const MaterialLocator locator(chess, groups);
  Men men;
  men.add(man_of(0, 0), 0);
  men.add(man_of(0, 1), 63);
  EXPECT_FALSE(locator.find(men, 0));
  men.add(man_of(2, 1), 8);
  const auto black = locator.find(men, 0);
  ASSERT_TRUE(black);
  EXPECT_EQ(black->table, 0u);
  EXPECT_TRUE(black->exchanges);
  EXPECT_EQ(black->slot, 1u);
  const Men there = locator.men_there(*black, men);
  EXPECT_EQ(there.man[2], man_of(2, 0));
  EXPECT_EQ(locator.square_there(black->exchanges, 8), there.at[2]);
  men.add(man_of(2, 0), 9);
  const auto both = locator.find(men, 0), other = locator.find(men, 1);
  ASSERT_TRUE(both && other);
  EXPECT_EQ(both->table, 1u);
  EXPECT_FALSE(both->exchanges);
  EXPECT_TRUE(other->exchanges) << "the only slice is White's";
  EXPECT_EQ(other->slot, 0u);
}

}  // namespace
}  // namespace zermelo::endgames
