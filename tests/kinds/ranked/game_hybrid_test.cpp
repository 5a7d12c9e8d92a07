// SPDX-License-Identifier: MIT
// Any game with a Boolean model by the hybrid: every position has the outcome that its table says.
#include "kinds/ranked/game_hybrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <string>

#include "gen/error.h"
#include "probe/table.h"
#include "symbolic/model/game_model.h"
#include "tests/support/bddl_games.h"
#include "tests/support/error_text.h"
#include "tests/support/long_tests.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::symbolic {
namespace {

HybridOptions game_options() {
  HybridOptions o;
  o.memory = 256 << 20;
  o.threads = 2;
  return o;
}

// Compares every `step`-th position with the table that `solve` makes.
void expect_outcomes_of_table(const GameSpec& spec, std::uint64_t step) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("t.ztb");
  const auto game = make_game(spec);
  solve(*game, path);
  const Table table = Table::open(path);
  const GameModel model = find_game_model(game->spec()).value();
  std::set<std::string> canonical;
  std::uint64_t positions = 0;
  const auto compare = [&](int layer, Side side, const FrozenBdd& set,
                           const OutcomeVector& outcomes) {
    ASSERT_EQ(set.size(), outcomes.size());
    positions += set.size();
    for (std::uint64_t rank = 0; rank < set.size(); rank += step) {
      const std::string text =
          format_position(model.position(to_board_state(set.unrank(rank)), side), model.pieces);
      const auto code = outcomes.at(rank);
      ASSERT_NE(code, OutcomeVector::unknown) << layer;
      if (const auto result = game->result(text)) {
        const auto expected = !result->winner                    ? OutcomeVector::draw
                              : *result->winner == Colour::black ? won_by(black)
                                                                 : won_by(white);
        ASSERT_EQ(code, expected) << text;
        continue;
      }
      ASSERT_EQ(outcome_for(side, code), table.probe(text).outcome()) << text;
      if (step == 1) canonical.insert(table.canonical(text));
    }
  };
  const HybridReport report = solve_game_by_hybrid(game->spec(), game_options(), compare);
  EXPECT_EQ(report.boards(), positions);
  EXPECT_EQ(report.total().boards(), positions);
  if (step != 1) return;
  // (A table may list positions that no play leads to.)
  EXPECT_GT(canonical.size(), 0u);
  EXPECT_LE(canonical.size(), table.info().positions);
}

TEST(GameHybridTest, IsRightOnGamesByPieces) {
  expect_outcomes_of_table({"mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}}, 1);
  expect_outcomes_of_table({"domineering", {{"columns", "4"}, {"rows", "3"}}}, 1);
  expect_outcomes_of_table({"notakto", {{"columns", "3"}, {"rows", "3"}}}, 1);
}

TEST(GameHybridTest, IsRightOnOthelloWithPasses) {
  expect_outcomes_of_table({"othello", {{"rows", "4"}, {"columns", "4"}}}, 97);
}

TEST(GameHybridTest, IsRightOnGamesByPlies) {
  expect_outcomes_of_table({"breakthrough", {{"columns", "3"}, {"rows", "3"}}}, 1);
  expect_outcomes_of_table({"clobber", {{"columns", "3"}, {"rows", "3"}}}, 1);
}

TEST(GameHybridTest, IsRightOnGamesInBddl) {
  expect_outcomes_of_table(test::bddl_spec(test::shipped_games / "hex/3x3.bddl"), 1);
}

TEST(GameHybridTest, IsRightOnBreakthroughWithTwoRanksOfPieces) {
  expect_outcomes_of_table({"breakthrough", {{"columns", "3"}, {"rows", "4"}}}, 101);
}

TEST(GameHybridTest, IsRightOnLargerBoards) {
  if (!test::long_tests()) GTEST_SKIP() << test::takes_long;
  expect_outcomes_of_table({"breakthrough", {{"columns", "3"}, {"rows", "4"}}}, 1);
  expect_outcomes_of_table({"othello", {{"rows", "4"}, {"columns", "4"}}}, 1);
  expect_outcomes_of_table({"domineering", {{"columns", "4"}, {"rows", "5"}}}, 1);
  expect_outcomes_of_table({"mnk", {{"columns", "4"}, {"rows", "4"}, {"k", "4"}}}, 3);
}

TEST(GameHybridTest, RefusesGamesInWhichPlayCanComeBack) {
  const GameSpec spec = test::bddl_spec(test::shipped_games / "pong-hau-ki/start.bddl");
  EXPECT_NE(test::error_text<UsageError>([&] {
              solve_game_by_hybrid(spec, game_options());
            }).find("come back to a position"),
            std::string::npos);
}

TEST(GameHybridTest, SaysWhatItDoesNotDo) {
  const GameSpec game{"mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}};
  EXPECT_THROW(solve_game_by_hybrid({"ostle", {}}, game_options()), UsageError);
  EXPECT_THROW(solve_game_by_hybrid({"othello", {{"rows", "8"}, {"columns", "8"}}}, game_options()),
               UsageError);
  HybridOptions o = game_options();
  o.table = "t.ztb";
  EXPECT_THROW(solve_game_by_hybrid(game, o), UsageError);
  o = game_options();
  o.method = HybridMethod::sets;
  EXPECT_THROW(solve_game_by_hybrid(game, o), UsageError);
}

TEST(GameHybridTest, OnlyFindsPositionsAndKeepsToItsMemory) {
  const GameSpec game{"mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}};
  HybridOptions o = game_options();
  o.method = HybridMethod::none;
  const HybridReport report = solve_game_by_hybrid(make_game(game)->spec(), o);
  EXPECT_EQ(report.boards(), 5478u);  // of tic-tac-toe
  EXPECT_EQ(report.layers.size(), 10u);
  EXPECT_EQ(report.total().boards(), 0u);
  o.method = HybridMethod::bits;
  std::atomic<bool> stop = true;
  o.stop = &stop;
  EXPECT_THROW(solve_game_by_hybrid(make_game(game)->spec(), o), Interrupted);
}

}  // namespace
}  // namespace zermelo::symbolic
