// SPDX-License-Identifier: MIT
// What a solve says before it begins, for every kind of table, is near to what it finds; and while
// it looks for positions its share never becomes less.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "probe/game.h"
#include "tests/support/bddl_games.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/version2_games.h"

namespace zermelo {
namespace {

struct Solved {
  std::optional<SolveEstimate> estimate;
  SolveReport report;
};

Solved solve_and_look(const GameSpec& spec) {
  const test::TemporaryFolder folder;
  Solved result;
  double share = 0;
  SolveOptions options;
  options.threads = 2;
  options.estimate = [&](const SolveEstimate& e) { result.estimate = e; };
  options.progress = [&](const SolveProgress& p) {
    EXPECT_TRUE(result.estimate.has_value());
    EXPECT_GE(p.share, 0);
    EXPECT_LE(p.share, 1);
    if (p.phase != SolveProgress::Phase::enumerating) return;
    EXPECT_GE(p.share, share);
    share = p.share;
  };
  result.report = solve(*make_game(spec), folder.file("t.ztb"), options);
  return result;
}

void expect_kept(const GameSpec& spec) {
  const Solved solved = solve_and_look(spec);
  ASSERT_TRUE(solved.estimate.has_value());
  EXPECT_GE(solved.estimate->index, solved.report.positions);
  EXPECT_GE(1.01 * static_cast<double>(solved.estimate->memory),
            static_cast<double>(solved.report.planned_memory));
}

TEST(SolveEstimates, HoldForGamesThatAreBuiltIn) {
  expect_kept({"ostle", {{"size", "4"}, {"start", "2"}, {"lose", "1"}}});
  expect_kept({"connect", {{"columns", "4"}, {"rows", "4"}}});
  expect_kept({"mnk", {{"columns", "3"}, {"rows", "3"}}});
}

// Their lists of codes are as long as what is found, so nobody knows before what they take.
TEST(SolveEstimates, HoldForIndexesOfListedCodes) {
  for (const GameSpec& spec : {GameSpec{"breakthrough", {{"columns", "3"}, {"rows", "5"}}},
                               GameSpec{"othello", {{"rows", "4"}, {"cols", "4"}}},
                               test::bddl_spec(test::shipped_games / "hex/3x3.bddl")}) {
    SCOPED_TRACE(spec.name);
    const Solved solved = solve_and_look(spec);
    ASSERT_TRUE(solved.estimate.has_value());
    EXPECT_GE(solved.estimate->index, solved.report.positions);
    EXPECT_GT(solved.estimate->memory, 0u);
    EXPECT_EQ(solved.estimate->seconds, 0);
  }
}

TEST(SolveEstimates, HoldForGamesOfVersion2) {
  for (const char* name : {"tapatan", "quixo", "dodgem", "hexapawn"}) {
    SCOPED_TRACE(name);
    const GameSpec spec{"bddl", {{"domain", test::version_2_game(name)}}};
    expect_kept(spec);
    EXPECT_GT(solve_and_look(spec).estimate->seconds, 0);
  }
}

}  // namespace
}  // namespace zermelo
