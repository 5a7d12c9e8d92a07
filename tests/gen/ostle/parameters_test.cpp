// SPDX-License-Identifier: MIT
#include "gen/ostle/parameters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo::ostle {
namespace {

using Pairs = std::map<std::string, std::string>;

TEST(OstleParameters, HaveDefaults) {
  EXPECT_EQ(parse_parameters({}), (Parameters{5, 5, 3, 10, Repetition::exact}));
  EXPECT_EQ(parse_parameters({{"size", "4"}}), (Parameters{4, 4, 3, 8, Repetition::exact}));
  EXPECT_EQ(parse_parameters({{"size", "3"}}), (Parameters{3, 3, 2, 6, Repetition::exact}));
  EXPECT_EQ(parse_parameters({{"size", "6"}}), (Parameters{6, 5, 3, 10, Repetition::exact}));
  EXPECT_EQ(parse_parameters({{"start", "1"}}), (Parameters{5, 1, 0, 2, Repetition::exact}));
  EXPECT_EQ(parse_parameters({{"total", "8"}}), (Parameters{5, 5, 3, 8, Repetition::exact}));
  EXPECT_EQ(parse_parameters({{"repetition", "symmetric"}}),
            (Parameters{5, 5, 3, 10, Repetition::symmetric}));
}

TEST(OstleParameters, RoundTripEveryGame) {
  int games = 0;
  for (int size = 3; size <= 6; ++size) {
    for (int start = 1; start <= std::min(size, 5); ++start) {
      for (int lose = 0; lose < start; ++lose) {
        for (int total = 2 * (lose + 1); total <= 2 * start; ++total) {
          for (const auto repetition : {Repetition::exact, Repetition::symmetric}) {
            const Parameters p{size, start, lose, total, repetition};
            ASSERT_EQ(parse_parameters(describe(p)), p) << size << start << lose << total;
            ++games;
          }
        }
      }
    }
  }
  EXPECT_EQ(games, 2 * (14 + 30 + 55 + 55)) << "every combination was tried";
}

std::string complaint(const Pairs& values) {
  return test::error_text<UsageError>([&] { parse_parameters(values); });
}

TEST(OstleParameters, OutOfRangeAreRefused) {
  const auto range = [](const std::string& key, int low, int high, const std::string& text) {
    return "ostle: " + key + " must be a number from " + std::to_string(low) + " to " +
           std::to_string(high) + ", not '" + text + "'.";
  };
  for (const char* text : {"2", "7", "0", "-3", "", "x", "5x", " 5", "5 ", "5.0", "0x5", "+5",
                           "4294967301", "99999999999999999999"}) {
    EXPECT_EQ(complaint({{"size", text}}), range("size", 3, 6, text));
  }
  for (const char* text : {"0", "5", "-1", ""}) {
    EXPECT_EQ(complaint({{"size", "4"}, {"start", text}}), range("start", 1, 4, text));
  }
  for (const char* text : {"0", "6"}) {
    EXPECT_EQ(complaint({{"size", "6"}, {"start", text}}), range("start", 1, 5, text));
  }
  for (const char* text : {"3", "-1", "4"}) {
    EXPECT_EQ(complaint({{"start", "3"}, {"lose", text}}), range("lose", 0, 2, text));
  }
  for (const char* text : {"7", "11", "0"}) {
    EXPECT_EQ(complaint({{"total", text}}), range("total", 8, 10, text));
  }
}

TEST(OstleParameters, OtherNonsenseIsRefused) {
  for (const char* text : {"", "Exact", "none", "exact "}) {
    EXPECT_EQ(complaint({{"repetition", text}}),
              "ostle: repetition must be exact or symmetric, not '" + std::string(text) + "'.");
  }
  for (const char* key : {"", "Size", "pieces"}) {
    EXPECT_EQ(complaint({{key, "4"}}), "ostle has no parameter '" + std::string(key) +
                                           "'; it has size, start, lose, total and repetition.");
  }
}

}  // namespace
}  // namespace zermelo::ostle
