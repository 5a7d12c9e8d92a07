// SPDX-License-Identifier: MIT
#include "kinds/ranked/pattern_set.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "gen/error.h"

namespace zermelo::symbolic {
namespace {

bool matches(const std::string& pattern, StateBits state) {
  for (std::size_t k = 0; k < pattern.size(); ++k) {
    const char bit = bit_at(state, static_cast<int>(k)) ? '1' : '0';
    if (pattern[k] != '-' && pattern[k] != bit) return false;
  }
  return true;
}

TEST(PatternSetTest, HasWhatMatchesAPattern) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 50; ++round) {
    constexpr int bits = 8;
    std::vector<std::string> patterns(1 + random() % 9);
    for (std::string& pattern : patterns)
      for (int k = 0; k < bits; ++k) pattern += "01--"[random() % 4];
    const FrozenBdd set = set_of_patterns(patterns);
    std::uint64_t members = 0;
    for (StateBits n = 0; n < StateBits{1} << bits; ++n) {
      const StateBits state = n << (64 - bits);
      bool expected = false;
      for (const std::string& pattern : patterns) expected = expected || matches(pattern, state);
      ASSERT_EQ(set.contains(state), expected);
      if (!expected) continue;
      ASSERT_EQ(set.rank(state), members++);
    }
    EXPECT_EQ(set.size(), members);
    // (Whatever was made is what would be read.)
    EXPECT_EQ(FrozenBdd(set.bytes()).bytes(), set.bytes());
  }
}

TEST(PatternSetTest, TakesAllLengths) {
  EXPECT_EQ(set_of_patterns(std::vector<std::string>{"1"}).size(), 1u);
  EXPECT_EQ(set_of_patterns(std::vector<std::string>{std::string(63, '-')}).size(),
            std::uint64_t{1} << 63);
  EXPECT_THROW(set_of_patterns(std::vector<std::string>{std::string(64, '-')}), Error);
  EXPECT_EQ(set_of_patterns(std::vector<std::string>{'1' + std::string(63, '-')}).size(),
            std::uint64_t{1} << 63);
}

TEST(PatternSetTest, RefusesWhatIsNoPattern) {
  const std::vector<std::vector<std::string>> wrong = {
      {}, {""}, {"01", "0"}, {"02"}, {std::string(65, '0')}};
  for (const auto& patterns : wrong) EXPECT_THROW(set_of_patterns(patterns), UsageError);
}

}  // namespace
}  // namespace zermelo::symbolic
