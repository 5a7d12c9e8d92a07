// SPDX-License-Identifier: MIT
// `zermelo hybrid`, as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::test {
namespace {

using nlohmann::json;

TEST(HybridProgram, SolvesAndItsTableIsProbed) {
  const TemporaryFolder folder;
  const std::string table = folder.file("t.ztb");
  const json found =
      json::parse(output_of({"hybrid", "connect", "columns=4", "rows=4", "-o", table, "--json"}));
  EXPECT_EQ(found.at("boards"), 161'029);
  ASSERT_EQ(found.at("layers").size(), 17u);
  const json& last = found.at("layers").back();
  EXPECT_EQ(last.at("stones"), 16);
  for (const char* key : {"nodes", "diagram_bytes", "vector_bytes", "forward_seconds",
                          "backward_seconds", "first_wins", "draws", "second_wins", "by"})
    EXPECT_TRUE(last.contains(key)) << key;

  EXPECT_NE(output_of({"probe", table, "start", "--moves"}).find("Black to move draws."),
            std::string::npos);
  EXPECT_EQ(json::parse(output_of({"probe", table, "start", "--json"})).at("value"), "draw");
  EXPECT_NE(output_of({"verify", table}).find("is right"), std::string::npos);
  EXPECT_NE(output_of({"info", table}).find("outcome"), std::string::npos);
  EXPECT_NE(output_of({"stats", table}).find("draws"), std::string::npos);
  EXPECT_NE(complaint_of(1, {"mine", table}).find("not in how many plies"), std::string::npos);
}

TEST(HybridProgram, AllMethodsFindTheSame) {
  json expected;
  for (const std::string method : {"bits", "sets", "hybrid"}) {
    const json found = json::parse(output_of(
        {"hybrid", "connect", "columns=5", "rows=3", "line=3", "--method", method, "--json"}));
    const json total = {found.at("first_wins"), found.at("draws"), found.at("second_wins")};
    if (expected.is_null()) expected = total;
    EXPECT_EQ(total, expected) << method;
  }
  const std::string text =
      output_of({"hybrid", "connect", "columns=4", "rows=4", "--method", "none"});
  EXPECT_NE(text.find("161,029"), std::string::npos);
}

TEST(HybridProgram, SolvesARangeWithoutEndedGames) {
  const json found = json::parse(output_of({"hybrid", "connect", "columns=4", "rows=4", "--layers",
                                            "14..", "--method", "sets", "--json"}));
  ASSERT_EQ(found.at("layers").size(), 3u);
  const json& layer = found.at("layers").front();
  EXPECT_EQ(layer.at("stones"), 14);
  EXPECT_EQ(layer.at("going_on"),
            (json{{"first_wins", 5334}, {"draws", 14390}, {"second_wins", 1170}}));
  EXPECT_EQ(layer.at("over"), 4018);
  EXPECT_GT(layer.at("going_on_nodes").at("draws"), 1000);
  const std::string text =
      output_of({"hybrid", "connect", "columns=4", "rows=4", "--layers", "14..16", "--going-on"});
  EXPECT_NE(text.find("14,390"), std::string::npos);
}

TEST(HybridProgram, GoalTestsFindTheSame) {
  json expected;
  for (const std::string test : {"direct", "diagram", "successors"}) {
    const json found = json::parse(output_of({"hybrid", "connect", "columns=4", "rows=4",
                                              "--method", "bits", "--goal-test", test, "--json"}));
    const json total = {found.at("first_wins"), found.at("draws"), found.at("second_wins")};
    if (expected.is_null()) expected = total;
    EXPECT_EQ(total, expected) << test;
  }
}

TEST(HybridProgram, TakesOtherGames) {
  const json found = json::parse(output_of({"hybrid", "mnk", "columns=3", "rows=3", "--json"}));
  EXPECT_EQ(found.at("game"), "mnk");
  EXPECT_EQ(found.at("boards"), 5478);
  EXPECT_FALSE(found.at("layers").front().contains("going_on"));
  EXPECT_EQ(found.at("layers").front().at("draws"), 1) << "tic-tac-toe is drawn";
}

TEST(HybridProgram, SaysWhatIsWrong) {
  complaint_of(2, {"hybrid", "ostle"});
  complaint_of(2, {"hybrid", "mnk", "-o", "t.ztb"});
  complaint_of(2, {"hybrid", "mnk", "--layers", "3..5"});
  complaint_of(2, {"hybrid", "mnk", "--goal-test", "diagram"});
  complaint_of(2, {"hybrid", "connect", "--layers", "x"});
  complaint_of(2, {"hybrid", "connect", "columns=4", "rows=4", "--layers", "3..17"});
  complaint_of(2, {"hybrid", "connect", "columns=9", "rows=7"});
  complaint_of(2, {"hybrid", "connect", "--resume"});
  complaint_of(2, {"hybrid", "connect", "--method", "none", "-o", "t.ztb"});
  EXPECT_NE(complaint_of(1, {"hybrid", "connect", "columns=5", "rows=5", "--memory", "1M"})
                .find("memory"),
            std::string::npos);
}

}  // namespace
}  // namespace zermelo::test
