// SPDX-License-Identifier: MIT
#include "json/sweep_json.h"

#include <gtest/gtest.h>

namespace zermelo {
namespace {

TEST(SweepJson, IsReadAsItIsWritten) {
  SweepResult solved;
  solved.metric = "distance";
  solved.best = {Outcome::loss, 16};
  solved.positions = 38340;
  solved.fairest = "a1-a2";
  solved.fairest_value = "loss in 16";
  solved.random = Chances{1.0 / 3, 0.25, 5.0 / 12, 0, 14.1};
  solved.seconds = 0.123456789;
  solved.solve_seconds = 0.0625;
  SweepResult too_large;
  too_large.state = SweepResult::State::too_large;
  too_large.sentence = "No.";
  too_large.needs_memory = std::uint64_t{1} << 40;
  too_large.needs_seconds = 1e5;
  too_large.memory_limit = 1 << 20;
  too_large.seconds_limit = 0.5;
  for (const SweepResult& result : {solved, too_large, SweepResult{}}) {
    const Json json = sweep_result_json(result);
    const auto again = sweep_result_from(Json::parse(indented(json)));
    ASSERT_TRUE(again);
    EXPECT_EQ(sweep_result_json(*again), json);
    EXPECT_EQ(again->seconds, result.seconds);
    EXPECT_EQ(again->solve_seconds, result.solve_seconds);
    EXPECT_EQ(again->needs_memory, result.needs_memory);
    EXPECT_EQ(again->best.has_value(), result.best.has_value());
  }
}

TEST(SweepJson, TakesNothingElse) {
  const Json good = sweep_result_json({});
  for (const char* key : {"state", "value", "seconds", "random"}) {
    Json bad = good;
    bad.erase(key);
    EXPECT_FALSE(sweep_result_from(bad)) << key;
    bad[key] = Json::array({1});
    EXPECT_FALSE(sweep_result_from(bad)) << key;
  }
  EXPECT_FALSE(sweep_result_from(Json()));
  EXPECT_FALSE(sweep_result_from(Json::array()));
}

}  // namespace
}  // namespace zermelo
