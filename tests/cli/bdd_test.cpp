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
