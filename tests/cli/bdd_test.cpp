// SPDX-License-Identifier: MIT
// `zermelo bdd`, as a user runs it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace zermelo::test {
namespace {

using nlohmann::json;

TEST(BddProgram, TellsIterations) {
  const std::vector<std::string> run = {"bdd", "othello", "rows=3", "cols=4", "--algorithm", "2"};
  const auto with = [&](const char* option) {
    std::vector<std::string> words = run;
    words.emplace_back(option);
    return output_of(words);
  };
  const json found = json::parse(with("--json"));
  EXPECT_EQ(found.at("complete"), true);
  const json& iterations = found.at("result").at("iterations");
  ASSERT_GT(iterations.size(), 2u);
  std::string csv = "iteration,states,nodes\n";
  for (const json& it : iterations) {
    csv += it.at("iteration").dump() + "," + it.at("states").get<std::string>() + "," +
           it.at("nodes").dump() + "\n";
  }
  EXPECT_EQ(with("--csv"), csv);
}

json found_by(const std::vector<std::string>& words) {
  std::vector<std::string> run = {"bdd"};
  run.insert(run.end(), words.begin(), words.end());
  run.emplace_back("--json");
  return json::parse(output_of(run));
}

// Nodes are those of the thesis with any library; what the library has is beside them.
TEST(BddProgram, NodesAreCountedAsTheThesisCountsThem) {
  const json found = found_by({"othello", "rows=4", "cols=4"});
  const json& won = found.at("sizes").at("won");
  EXPECT_EQ(won.at("nodes"), 32636);
  EXPECT_EQ(won.at("library_nodes"), found.at("library") == "Sylvan" ? 32636 : 32656);
  EXPECT_TRUE(found.at("sizes").at("relation").is_null());
}

TEST(BddProgram, BothRelationsLeadToTheSameSets) {
  const std::vector<std::string> words = {"othello", "rows=3", "cols=3", "--algorithm", "3"};
  std::vector<std::string> complete = words;
  complete.insert(complete.end(), {"--transitions", "complete"});
  const json one = found_by(words), other = found_by(complete);
  EXPECT_EQ(one.at("transitions"), "partitioned");
  EXPECT_EQ(other.at("transitions"), "complete");
  EXPECT_EQ(one.at("result"), other.at("result"));
}

TEST(BddProgram, SaysOfWhatTheReachableStatesNodesAre) {
  const auto text = [](const char* algorithm) {
    return output_of({"bdd", "othello", "rows=3", "cols=3", "--algorithm", algorithm});
  };
  EXPECT_NE(text("3").find("Their union is one diagram with "), std::string::npos);
  EXPECT_NE(text("5").find("They are 6 diagrams, one for each number of discs, with "),
            std::string::npos);
}

TEST(BddProgram, TellsEndsAndComparesThemWithTheirFormulas) {
  const json ends = found_by({"othello", "rows=2", "cols=3", "--ends"}).at("ends");
  ASSERT_EQ(ends.size(), 2 + 3 * 4u);
  EXPECT_EQ(ends[0].at("outcome"), "deadlocks");
  for (const json& end : ends) {
    if (end.at("formula").is_null()) continue;
    EXPECT_EQ(end.at("states"), end.at("formula"));
  }
  const std::string text = output_of({"bdd", "othello", "rows=2", "cols=3", "--ends"});
  EXPECT_NE(text.find("one side without discs"), std::string::npos);
  EXPECT_EQ(text.find("DIFFERENT"), std::string::npos);
}

TEST(BddProgram, ExtrapolatesFromTheBoardsOfItsTable) {
  // (Larger boards: docs/othello.md.)
  const json growth = found_by({"othello", "rows=4", "cols=4", "--extrapolate"}).at("growth");
  ASSERT_EQ(growth.at("boards").size(), 1u);
  EXPECT_EQ(growth.at("boards")[0].at("bytes"), 1027054);
  EXPECT_TRUE(growth.at("mean_factor").is_null());
  const ProcessResult wrong = run_program({"bdd", "othello", "rows=3", "cols=3", "--extrapolate"});
  EXPECT_NE(wrong.exit_code, 0);
  EXPECT_NE(wrong.error.find("Table 7.3 has the boards 4x4, 4x5,"), std::string::npos);
}

TEST(BddProgram, ConnectFourGoesOnPastItsEnds) {
  const std::vector<std::string> words = {"connect", "columns=3", "rows=3", "line=3"};
  const json layers = found_by(words).at("layers");
  ASSERT_EQ(layers.size(), 10u);
  EXPECT_EQ(layers[9].at("going_on").at("states"), "114");
  const std::string csv = output_of({"bdd", "connect", "columns=3", "rows=3", "line=3", "--csv"});
  EXPECT_EQ(csv.rfind("stones,states,nodes,states_going_on,nodes_going_on\n0,1,", 0), 0u);
  for (const char* option : {"--steps", "--ends", "--extrapolate", "--relation"}) {
    const ProcessResult wrong = run_program({"bdd", "connect", option});
    EXPECT_EQ(wrong.exit_code, 2) << option;
    EXPECT_NE(wrong.error.find("For connect, only the boards"), std::string::npos);
  }
}

TEST(BddProgram, HelpSaysWhichLibraryItHas) {
  const std::string help = output_of({"bdd", "--help"});
  EXPECT_NE(help.find("this program's library, "), std::string::npos);
}

TEST(BddProgram, IterationsBeforeTheMemoryIsUsedUpAreTold) {
  const ProcessResult outcome = run_program(
      {"bdd", "othello", "rows=4", "cols=4", "--algorithm", "2", "--memory", "32M", "--json"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.error.find("do not fit into the 32 MiB allowed"), std::string::npos);
  const json found = json::parse(outcome.output);
  EXPECT_EQ(found.at("complete"), false);
  const json& iterations = found.at("result").at("iterations");
  ASSERT_GE(iterations.size(), 1u);
  EXPECT_EQ(iterations[0].at("states"), "901134");
}

}  // namespace
}  // namespace zermelo::test
