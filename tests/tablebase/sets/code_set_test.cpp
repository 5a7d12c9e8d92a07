// SPDX-License-Identifier: MIT
#include "tablebase/sets/code_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace zermelo {
namespace {

std::vector<std::uint64_t> random_codes(std::uint64_t first, std::uint64_t universe,
                                        std::uint64_t one_in) {
  std::mt19937_64 random(universe + one_in);
  std::vector<std::uint64_t> codes;
  for (std::uint64_t code = first; code < first + universe; ++code)
    if (random() % one_in == 0) codes.push_back(code);
  return codes;
}

void expect_set(const CodeSet& set, const std::vector<std::uint64_t>& codes, std::uint64_t last) {
  ASSERT_EQ(set.size(), codes.size());
  std::uint64_t number = 0;
  const std::uint64_t begin = codes.empty() ? 0 : codes.front() < 3 ? 0 : codes.front() - 3;
  for (std::uint64_t code = begin; code < last; ++code) {
    const bool is_member = number < codes.size() && codes[number] == code;
    ASSERT_EQ(set.contains(code), is_member) << code;
    ASSERT_EQ(set.rank(code), number) << code;
    ASSERT_EQ(set.find(code), is_member ? std::optional(number) : std::nullopt) << code;
    if (!is_member) continue;
    ASSERT_EQ(set.select(number), code);
    ++number;
  }
  for (const std::uint64_t start : {std::uint64_t{0}, set.size() / 3, set.size()}) {
    std::uint64_t at = start;
    set.for_each(start, set.size(), [&](std::uint64_t n, std::uint64_t code) {
      ASSERT_EQ(n, at);
      ASSERT_EQ(code, codes[at++]);
    });
    EXPECT_EQ(at, set.size());
  }
}

TEST(CodeSet, AnswersTheSameDenseOrSparse) {
  for (const std::uint64_t first : {0ull, 1ull, 1000ull, 4'000'000'001ull}) {
    for (const std::uint64_t one_in : {1, 2, 9, 40, 500}) {
      const auto codes = random_codes(first, 5000, one_in);
      expect_set(CodeSet(codes), codes, first + 5100);
      expect_set(CodeSet::from_bytes(CodeSet(codes).to_bytes()), codes, first + 5100);
    }
  }
}

TEST(CodeSet, IsDenseWhereMembersAreMany) {
  const auto many = random_codes(0, 50'000, 4), few = random_codes(0, 50'000, 400);
  EXPECT_LT(CodeSet(many).bytes(), 50'000 / 7 + 64);
  EXPECT_LT(CodeSet(few).bytes(), few.size() * 4);
}

TEST(CodeSet, MayBeEmpty) {
  expect_set(CodeSet(), {}, 100);
  expect_set(CodeSet(std::span<const std::uint64_t>()), {}, 100);
  expect_set(CodeSet::from_bytes(CodeSet().to_bytes()), {}, 100);
}

TEST(RankedBits, TakesBitsThatBeginAnywhere) {
  const std::vector<std::uint64_t> words = {0, 0b1010, 0, ~std::uint64_t{0}, 0, 0, 0, 0, 1};
  const RankedBits set(words, 7);
  EXPECT_EQ(set.size(), 67u);
  EXPECT_FALSE(set.contains(6));
  EXPECT_TRUE(set.contains(7 + 65));
  EXPECT_EQ(set.find(7 + 67), std::optional<std::uint64_t>(1));
  EXPECT_EQ(set.select(66), 7u + 512);
  EXPECT_EQ(set.rank(~std::uint64_t{0}), 67u);
}

}  // namespace
}  // namespace zermelo
