// SPDX-License-Identifier: MIT
#include "gen/grid/subset_numbers.h"

#include <gtest/gtest.h>

#include <random>

namespace zermelo {
namespace {

TEST(SubsetNumbers, AreTheOrderOfSubsetsAsWords) {
  for (int k = 0; k <= 6; ++k) {
    const SubsetNumbers numbers(k);
    std::uint64_t expected = 0;
    for (std::uint64_t subset = 0; subset < 1 << 12; ++subset) {
      if (std::popcount(subset) != k) continue;
      EXPECT_EQ(numbers.number_of(subset), expected);
      EXPECT_EQ(numbers.subset(expected), subset);
      ++expected;
    }
    EXPECT_EQ(binomial_64(12, k), expected);
  }
}

TEST(SubsetNumbers, GoBackAndForthForSubsetsOf64Things) {
  std::mt19937_64 random(38);
  for (const int k : {1, 2, 3, 5, 8, 11, 62, 63, 64}) {
    const SubsetNumbers numbers(k);
    for (int i = 0; i < 200; ++i) {
      std::uint64_t subset = 0;
      while (std::popcount(subset) < k) subset |= std::uint64_t{1} << random() % 64;
      const std::uint64_t number = numbers.number_of(subset);
      EXPECT_LT(number, binomial_64(64, k));
      EXPECT_EQ(numbers.subset(number), subset);
    }
  }
}

TEST(SubsetNumbers, BinomialsAreOfUpTo64Things) {
  EXPECT_EQ(binomial_64(64, 32), 1832624140942590534u);
  EXPECT_EQ(binomial_64(10, 3), 120u);
  EXPECT_EQ(binomial_64(3, 4), 0u);
}

}  // namespace
}  // namespace zermelo
