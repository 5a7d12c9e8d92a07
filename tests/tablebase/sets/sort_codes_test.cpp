// SPDX-License-Identifier: MIT
#include "tablebase/sets/sort_codes.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace zermelo {
namespace {

TEST(SortedCodes, AreTheSetOfTheCodes) {
  std::mt19937_64 random(3);
  for (const std::size_t size : {0u, 1u, 2u, 2047u, 2048u, 5000u, 70000u}) {
    for (const std::uint64_t mask :
         {std::uint64_t{0}, std::uint64_t{0xff}, std::uint64_t{0x1ffff000}, ~std::uint64_t{0},
          std::uint64_t{1} << 63, std::uint64_t{0x8000000000000001}}) {
      const std::uint64_t common = random() & ~mask;
      std::vector<std::uint64_t> codes(size);
      for (std::uint64_t& code : codes) code = common | (random() & mask);
      const std::set<std::uint64_t> expected(codes.begin(), codes.end());
      sort_codes(codes);
      EXPECT_EQ(codes, std::vector<std::uint64_t>(expected.begin(), expected.end()))
          << size << " " << mask;
    }
  }
}

}  // namespace
}  // namespace zermelo
