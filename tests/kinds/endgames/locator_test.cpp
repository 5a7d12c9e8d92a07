// SPDX-License-Identifier: MIT
#include "kinds/endgames/locator.h"

#include <gtest/gtest.h>

#include <vector>

namespace zermelo::endgames {
namespace {

TEST(MaterialLocator, FindsMaterialsAlsoWithTheSidesExchanged) {
  const Rules chess = chess_rules();
  const std::vector<Material> materials{read_material(chess, "KRvK"),
                                        read_material(chess, "KRvKR")};
  const MaterialLocator locator(chess, materials);
  Men men;
  men.add(man_of(0, 0), 0);
  men.add(man_of(0, 1), 63);
  EXPECT_FALSE(locator.find(men));
  men.add(man_of(2, 1), 8);
  const auto black = locator.find(men);
  ASSERT_TRUE(black);
  EXPECT_EQ(black->table, 0u);
  EXPECT_TRUE(black->exchanges);
  EXPECT_EQ(black->side(0), 1);
  const Men there = locator.men_there(*black, men);
  EXPECT_EQ(there.man[2], man_of(2, 0));
  men.add(man_of(2, 0), 9);
  const auto both = locator.find(men);
  ASSERT_TRUE(both);
  EXPECT_EQ(both->table, 1u);
  EXPECT_FALSE(both->exchanges);
  EXPECT_EQ(both->side(1), 1);
}

}  // namespace
}  // namespace zermelo::endgames
