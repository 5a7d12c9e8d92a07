// SPDX-License-Identifier: MIT
#include "symmetry/colour_rank.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

namespace zermelo {
namespace {

TEST(BinomialTo64, IsPascalsTriangle) {
  for (int n = 1; n <= 64; ++n) {
    for (int k = 1; k <= n; ++k)
      EXPECT_EQ(binomial_64(n, k), binomial_64(n - 1, k - 1) + binomial_64(n - 1, k));
    EXPECT_EQ(binomial_64(n, 0), 1u);
    EXPECT_EQ(binomial_64(n, n), 1u);
    EXPECT_EQ(binomial_64(n, -1), 0u);
    EXPECT_EQ(binomial_64(n, n + 1), 0u);
  }
  EXPECT_EQ(binomial_64(64, 32), 1832624140942590534u);
}

// Strings with equally many ones, counted one after another in their order as integers.
TEST(ColourRank, NumbersStringsInOrder) {
  constexpr int length = 14;
  std::uint64_t next[length + 1] = {};
  for (std::uint64_t string = 0; string < 1u << length; ++string) {
    const int ones = std::popcount(string);
    ASSERT_EQ(colour_rank()(string), next[ones]) << string;
    ASSERT_EQ(ColourRank::string(next[ones], length, ones), string);
    ++next[ones];
  }
  for (int ones = 0; ones <= length; ++ones) EXPECT_EQ(next[ones], binomial_64(length, ones));
}

TEST(ColourRank, IsTheSumOfItsParts) {
  for (const std::uint64_t string :
       {std::uint64_t{0x0123456789abcdef}, std::uint64_t{0xffffffff00000000},
        std::uint64_t{0xf0f0f0f0f0f0f0f0}, ~std::uint64_t{0}}) {
    for (int cut = 0; cut < 64; ++cut) {
      const std::uint64_t low = string & ((std::uint64_t{1} << cut) - 1);
      EXPECT_EQ(colour_rank()(string),
                colour_rank()(low) + colour_rank()(string ^ low, std::popcount(low)));
    }
    EXPECT_EQ(ColourRank::string(colour_rank()(string), 64, std::popcount(string)), string);
  }
}

}  // namespace
}  // namespace zermelo
