// SPDX-License-Identifier: MIT
#include "kinds/ranked/column_walk.h"

#include <gtest/gtest.h>

#include <vector>

#include "kinds/ranked/pattern_set.h"

namespace zermelo::symbolic {
namespace {

TEST(KeySetTest, NumbersKeysInTheirOrder) {
  KeySet keys;
  std::vector<std::vector<std::uint32_t>> all;
  for (std::uint32_t n = 0; n < 3000; ++n) all.push_back({n / 3, n % 3, n * n});
  all.push_back({});
  all.push_back({0});
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t n = 0; n < all.size(); ++n) ASSERT_EQ(keys.number(all[n]), n);
  }
  ASSERT_EQ(keys.size(), all.size());
  for (std::uint32_t n = 0; n < all.size(); ++n)
    EXPECT_TRUE(std::ranges::equal(keys.key(n), all[n]));
  EXPECT_GT(keys.bytes(), 3000u * 12);
}

TEST(GrowingListTest, KeepsItsValues) {
  GrowingList<std::uint16_t> list;
  for (std::uint32_t n = 0; n < 200'000; ++n) list.push_back(static_cast<std::uint16_t>(n));
  EXPECT_EQ(list.size(), 200'000u);
  for (std::uint32_t n = 0; n < 200'000; ++n) ASSERT_EQ(list[n], static_cast<std::uint16_t>(n));
  EXPECT_GE(list.bytes(), 400'000u);
}

// Three columns of two cells each; a key is how many ones there have been, a board's number that
// too. Those with none are left out.
TEST(ColumnWalkTest, MakesDiagramsOfNumbers) {
  ColumnWalk walk(3, 2, 64 << 20);
  const LayerDiagram diagram = walk.build({0}, [&](int column, auto key) {
    for (const std::uint32_t code : {0u, 2u, 1u, 3u}) {  // in order of their bits, the first first
      const std::uint32_t ones = key[0] + (code & 1) + (code >> 1);
      if (column == 2 && ones > 0) walk.add_last(code, ones);
      if (column < 2) walk.add(code, std::vector{ones});
    }
  });
  std::uint64_t all = 0;
  const std::uint64_t expected[] = {0, 6, 15, 20, 15, 6, 1};
  for (std::uint32_t ones = 1; ones <= 6; ++ones) {
    const FrozenBdd set = diagram.select(1u << ones);
    EXPECT_EQ(set.size(), expected[ones]);
    all += set.size();
    for (std::uint64_t rank = 0; rank < set.size(); ++rank)
      EXPECT_EQ(std::popcount(set.unrank(rank)), static_cast<int>(ones));
  }
  EXPECT_EQ(all, 63u);
}

}  // namespace
}  // namespace zermelo::symbolic
