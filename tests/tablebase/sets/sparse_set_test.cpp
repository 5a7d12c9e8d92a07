// SPDX-License-Identifier: MIT
#include "tablebase/sets/sparse_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace zermelo {
namespace {

using Codes = std::vector<std::uint64_t>;

Codes random_code_set(std::mt19937_64& random, std::size_t count, std::uint64_t universe) {
  std::set<std::uint64_t> codes;
  while (codes.size() < count) codes.insert(random() % universe);
  return {codes.begin(), codes.end()};
}

void expect_set(const SparseSet& set, const Codes& codes, std::mt19937_64& random) {
  ASSERT_EQ(set.size(), codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    ASSERT_EQ(set.select(i), codes[i]);
    ASSERT_EQ(set.find(codes[i]), i);
    ASSERT_EQ(set.rank(codes[i]), i);
    ASSERT_EQ(set.rank(codes[i] + 1), i + 1);
  }
  const std::uint64_t last = codes.empty() ? 100 : codes.back() + 100;
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t code = random() % last;
    const auto place = std::ranges::lower_bound(codes, code);
    ASSERT_EQ(set.rank(code), static_cast<std::uint64_t>(place - codes.begin())) << code;
    ASSERT_EQ(set.contains(code), place != codes.end() && *place == code) << code;
  }
  for (std::size_t begin = 0; begin <= codes.size(); begin += 1 + codes.size() / 7) {
    Codes found;
    set.for_each(begin, codes.size(), [&](std::uint64_t number, std::uint64_t code) {
      ASSERT_EQ(number, begin + found.size());
      found.push_back(code);
    });
    ASSERT_TRUE(std::ranges::equal(found, std::span(codes).subspan(begin)));
  }
}

TEST(SparseSet, KnowsItsMembersByNumber) {
  std::mt19937_64 random(3);
  constexpr std::array<std::uint64_t, 4> universes = {5000, 1'000'000, std::uint64_t{1} << 40,
                                                      std::uint64_t{1} << 63};
  for (const std::size_t count : {1, 2, 63, 64, 65, 3000}) {
    for (const std::uint64_t universe : universes) {
      SCOPED_TRACE(std::to_string(count) + " of " + std::to_string(universe));
      const Codes codes = random_code_set(random, count, universe);
      const SparseSet set(codes);
      expect_set(set, codes, random);
      expect_set(SparseSet::from_bytes(set.to_bytes()), codes, random);
    }
  }
}

TEST(SparseSet, MayBeEmptyOrFull) {
  std::mt19937_64 random(4);
  const SparseSet empty{Codes{}};
  expect_set(empty, {}, random);
  expect_set(SparseSet::from_bytes(empty.to_bytes()), {}, random);
  expect_set(SparseSet(), {}, random);
  Codes all;
  for (std::uint64_t code = 1000; code < 3000; ++code) all.push_back(code);
  expect_set(SparseSet(all), all, random);
}

TEST(SparseSet, TakesLittleRoom) {
  std::mt19937_64 random(5);
  const SparseSet set(random_code_set(random, 100'000, std::uint64_t{1} << 40));
  // 2 + log2(2^40 / 10^5) bits per member, and what is needed to find places among them.
  EXPECT_LT(set.bytes(), 100'000 * 30 / 8u);
}

}  // namespace
}  // namespace zermelo
