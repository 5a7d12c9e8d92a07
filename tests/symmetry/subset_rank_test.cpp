// SPDX-License-Identifier: MIT
#include "symmetry/subset_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

namespace zermelo {
namespace {

TEST(Binomial, IsPascalsTriangle) {
  for (int n = 0; n <= 24; ++n) {
    EXPECT_EQ(binomial(n, 0), 1u);
    EXPECT_EQ(binomial(n, n), 1u);
    EXPECT_EQ(binomial(n, -1), 0u);
    EXPECT_EQ(binomial(n, n + 1), 0u);
    for (int k = 1; k <= n; ++k) {
      EXPECT_EQ(binomial(n + 1, k), binomial(n, k - 1) + binomial(n, k)) << n << " " << k;
    }
  }
  EXPECT_EQ(binomial(24, 12), 2704156u);
}

// all_subsets() lists every subset of that size once, by ascending integer, and rank() is its
// inverse.
TEST(SubsetRank, RankAndUnrankAreInverse) {
  for (int k = 0; k <= 6; ++k) {
    const SubsetRank ranks(k);
    EXPECT_EQ(ranks.subset_size(), k);
    for (const int n : {0, 1, 2, 8, 13, 15, 19, 24}) {
      const auto subsets = all_subsets<std::uint32_t>(n, k);
      ASSERT_EQ(subsets.size(), binomial(n, k)) << n << " " << k;
      EXPECT_EQ(std::adjacent_find(subsets.begin(), subsets.end(), std::greater_equal<>()),
                subsets.end());
      for (std::uint32_t rank = 0; rank < subsets.size(); ++rank) {
        ASSERT_EQ(std::popcount(subsets[rank]), k);
        ASSERT_EQ(subsets[rank] >> n, 0u);
        ASSERT_EQ(ranks.rank(subsets[rank]), rank) << n << " " << k;
      }
    }
  }
}

// (Undefined behaviour, which sanitizers report, was in the step after the last one of 63.)
TEST(AllSubsets, OfSixtyThreeThings) {
  const auto singles = all_subsets<std::uint64_t>(63, 1);
  ASSERT_EQ(singles.size(), 63u);
  for (int i = 0; i < 63; ++i)
    EXPECT_EQ(singles[static_cast<std::size_t>(i)], std::uint64_t{1} << i);
  const auto pairs = all_subsets<std::uint64_t>(63, 2);
  EXPECT_EQ(pairs.size(), 63u * 62 / 2);
  EXPECT_EQ(pairs.back(), std::uint64_t{3} << 61);
}

TEST(WideSubsetRank, RankAndUnrankAreInverse) {
  for (int k = 0; k <= 5; ++k) {
    const WideSubsetRank ranks(k);
    EXPECT_EQ(ranks.subset_size(), k);
    for (const int n : {0, 1, 5, 24, 33, 35, 40}) {
      const auto subsets = all_subsets<std::uint64_t>(n, k);
      ASSERT_EQ(subsets.size(), binomial(n, k)) << n << " " << k;
      EXPECT_EQ(std::adjacent_find(subsets.begin(), subsets.end(), std::greater_equal<>()),
                subsets.end());
      for (std::uint32_t rank = 0; rank < subsets.size(); ++rank) {
        ASSERT_EQ(std::popcount(subsets[rank]), k);
        ASSERT_EQ(subsets[rank] >> n, 0u);
        ASSERT_EQ(ranks.rank(subsets[rank]), rank) << n << " " << k;
      }
    }
  }
  EXPECT_EQ(WideSubsetRank(8).rank(std::uint64_t{0xff} << 32), binomial(40, 8) - 1);
}

TEST(SubsetRank, HalfOfTwentyFour) {
  const SubsetRank ranks(12);
  const auto subsets = all_subsets<std::uint32_t>(24, 12);
  ASSERT_EQ(subsets.size(), binomial(24, 12));
  for (std::uint32_t rank = 0; rank < subsets.size(); ++rank) {
    ASSERT_EQ(ranks.rank(subsets[rank]), rank);
  }
}

}  // namespace
}  // namespace zermelo
