// SPDX-License-Identifier: MIT
// Counts of the full game against the paper (Takizawa, "Strongly solved Ostle", 2023, Table 1).
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>

#include "probe/game.h"
#include "tests/support/long_tests.h"

namespace zermelo {
namespace {

using Classes = std::map<std::string, std::uint64_t>;  // by the hole's square

Classes classes_of(const CountReport::Slice& slice) {
  Classes classes;
  for (const auto& c : slice.classes) classes[c.name] = c.positions;
  return classes;
}

std::map<std::string, Classes> classes_of(const CountReport& report) {
  std::map<std::string, Classes> result;
  for (const auto& slice : report.slices) result[slice.name] = classes_of(slice);
  return result;
}

const Classes four_each = {{"a1", 25744590}, {"a2", 51482970}, {"a3", 25744590},
                           {"b2", 25744590}, {"b3", 25744590}, {"c3", 6438855}};
const Classes nine = {{"a1", 82378152}, {"a2", 164745504}, {"a3", 82378152},
                      {"b2", 82378152}, {"b3", 82378152},  {"c3", 20598588}};
const Classes five_each = {{"a1", 247127256}, {"a2", 494236512}, {"a3", 247127256},
                           {"b2", 247127256}, {"b3", 247127256}, {"c3", 61788564}};

TEST(OstleCount, IsTheFirstTableOfThePaper) {
  const CountReport report = make_game({"ostle", {}})->count({.threads = 2}, true);
  const std::map<std::string, Classes> expected = {
      {"4-4", four_each}, {"4-5", nine}, {"5-4", nine}, {"5-5", five_each}};
  EXPECT_EQ(classes_of(report), expected);
  EXPECT_EQ(report.totals.at("positions"), 2735147685u);
  EXPECT_FALSE(report.totals.contains("checkmates"));
  std::map<std::string, std::uint64_t> slices;
  for (const auto& slice : report.slices) slices[slice.name] = slice.counts.at("positions");
  EXPECT_EQ(slices,
            (std::map<std::string, std::uint64_t>{
                {"4-4", 160900185}, {"4-5", 514856700}, {"5-4", 514856700}, {"5-5", 1544534100}}));
}

// Burnside's lemma gives the same numbers (tests/gen/ostle/position_index_test.cpp).
TEST(OstleCount, OfSideSixHasThreeHundredBillionPositions) {
  const CountReport report = make_game({"ostle", {{"size", "6"}}})->count({.threads = 2}, true);
  std::map<std::string, std::uint64_t> slices;
  for (const auto& slice : report.slices) slices[slice.name] = slice.counts.at("positions");
  EXPECT_EQ(
      slices,
      (std::map<std::string, std::uint64_t>{
          {"4-4", 7413847560}, {"4-5", 40034577240}, {"5-4", 40034577240}, {"5-5", 208179362664}}));
  EXPECT_EQ(report.totals.at("positions"), 295662364704u);
}

// Quick or not, and with either rule, the numbers of positions are the same.
TEST(OstleCount, OfSmallBoardsDoesNotDependOnHow) {
  for (const char* repetition : {"exact", "symmetric"}) {
    const auto rules = make_game({"ostle", {{"size", "4"}, {"repetition", repetition}}});
    const CountReport quick = rules->count({.threads = 1}, true),
                      full = rules->count({.threads = 2});
    EXPECT_EQ(classes_of(quick), classes_of(full));
    EXPECT_EQ(quick.totals.at("positions"), full.totals.at("positions"));
    EXPECT_FALSE(quick.totals.contains("nontrivial_states"));
    EXPECT_GT(full.totals.at("nontrivial_states"),
              full.totals.at("positions") - full.totals.at("checkmates"));
  }
}

class OstleCountOfFourEach : public testing::TestWithParam<const char*> {
 protected:
  void expect_states(std::uint64_t states) {
    const auto rules = make_game({"ostle", {{"total", "8"}, {"repetition", GetParam()}}});
    std::uint64_t last = 0, reported_total = 0;
    const auto progress = [&](std::uint64_t done, std::uint64_t all) {
      EXPECT_LE(last, done);
      last = done;
      reported_total = all;
    };
    const CountReport report = rules->count({2, progress});
    EXPECT_EQ(last, reported_total) << "progress ends at 100 %";
    EXPECT_GT(last, 0u);
    EXPECT_EQ(classes_of(report), (std::map<std::string, Classes>{{"4-4", four_each}}));
    EXPECT_EQ(report.totals.at("positions"), 160900185u);
    EXPECT_EQ(report.totals.at("checkmates"), 84616783u);
    EXPECT_EQ(report.totals.at("nontrivial_states"), states);
  }
};

TEST_P(OstleCountOfFourEach, HasThePublishedNumbers) {
  if (GetParam() == std::string("symmetric") && !test::long_tests())
    GTEST_SKIP() << test::takes_long;
  expect_states(GetParam() == std::string("exact") ? 353730862u : 353733905u);
}

INSTANTIATE_TEST_SUITE_P(Rules, OstleCountOfFourEach, testing::Values("exact", "symmetric"),
                         [](const auto& rule) { return std::string(rule.param); });

}  // namespace
}  // namespace zermelo
