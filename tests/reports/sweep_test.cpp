// SPDX-License-Identifier: MIT
// Sweeps against the games that they consist of, solved one by one.
#include "reports/sweep.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "gen/error.h"
#include "probe/game.h"
#include "probe/table.h"
#include "reports/play_report.h"
#include "tests/support/bddl_games.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using SweepWords = std::vector<std::string>;

NamedRules hexapawn() {
  return {"hexapawn",
          bddl::read_game((test::shipped_games / "hexapawn/hexapawn.bddl").string(), "")};
}
Sweep sweep_of_hexapawn(const RuleSweep& sweep) {
  const std::vector<NamedRules> rules = {hexapawn()};
  return sweep_of_rules(rules, sweep);
}

TEST(Sweep, ReadsValues) {
  EXPECT_EQ(sweep_values("3..5"), (SweepWords{"3", "4", "5"}));
  EXPECT_EQ(sweep_values("2,4..5,loss"), (SweepWords{"2", "4", "5", "loss"}));
  for (const char* wrong : {"", "3..", "5..3", "a..b", "3,,4", "3,3", "1..1000000000"})
    EXPECT_THROW(sweep_values(wrong), UsageError) << wrong;
}

TEST(Sweep, ListsTheGamesOfAllValues) {
  const SweepWords words = {"connect", "rows=4,5", "columns=3..4", "line=3"};
  const Sweep sweep = sweep_of_game(words);
  ASSERT_EQ(sweep.axes.size(), 2u) << "what has one value does not vary";
  EXPECT_EQ(sweep.axes[0].name, "columns");
  SweepWords names;
  for (const SweepCell& cell : sweep.cells) names.push_back(cell.name);
  EXPECT_EQ(names, (SweepWords{"3-4", "3-5", "4-4", "4-5"}));
  EXPECT_EQ(sweep.cells[1].game.parameters,
            (ParameterTexts{{"columns", "3"}, {"line", "3"}, {"rows", "5"}}));
  const SweepWords unknown = {"connect", "k=3"}, no_game = {"chess960"};
  EXPECT_EQ(test::error_text<UsageError>([&] { sweep_of_game(unknown); }),
            "connect has no parameter 'k'; it has columns, rows, line.");
  EXPECT_THROW(sweep_of_game(no_game), UsageError);
}

TEST(Sweep, VariesRules) {
  const Sweep sweep = sweep_of_hexapawn({.columns = {"3", "4"}, .without = {"capture"}});
  ASSERT_EQ(sweep.cells.size(), 4u);
  EXPECT_EQ(sweep.cells[2].values, (SweepWords{"4", "-"}));
  EXPECT_EQ(make_game(sweep.cells[2].game)->start(), "wwww/4/bbbb b");
  EXPECT_THROW(sweep_of_hexapawn({.columns = {"0"}}), UsageError);
  EXPECT_THROW(sweep_of_hexapawn({.rows = {"three"}}), UsageError);
  EXPECT_THROW(sweep_of_hexapawn({.without = {"jump"}}), UsageError);
  EXPECT_THROW(sweep_of_rules({}, {}), UsageError);
}

TEST(Sweep, SaysWhatTheGamesTablesSay) {
  const test::TemporaryFolder folder;
  for (const SweepCell& cell : sweep_of_hexapawn({.columns = {"2", "3", "4"}}).cells) {
    const SweepResult result = solve_cell(cell, folder.file("cell.ztb"));
    ASSERT_EQ(result.state, SweepResult::State::solved) << result.sentence;
    solve(*make_game(cell.game), folder.file("own.ztb"), {.force = true});
    const Table table = Table::open(folder.file("own.ztb"));
    const Value start = table.probe(table.start());
    EXPECT_EQ(result.positions, table.info().positions);
    EXPECT_EQ(result.metric, "distance");
    EXPECT_EQ(result.best->outcome, start.outcome());
    EXPECT_EQ(result.best->amount, start.plies());
    const PlayReport play = play_report(table);
    EXPECT_EQ(result.random->first, play.random.first);
    EXPECT_EQ(result.random->plies, play.random.plies);
    EXPECT_EQ(result.fairest, play.swap->fairest);
    EXPECT_EQ(result.fairest_value, table.text(play.swap->value));
    EXPECT_EQ(result.sentence, "");
  }
}

TEST(Sweep, SaysWhyAGameIsNotSolved) {
  const test::TemporaryFolder folder;
  const SweepWords words = {"domineering", "columns=1,4,99", "rows=1"};
  const Sweep sweep = sweep_of_game(words);
  const SweepResult over = solve_cell(sweep.cells[0], folder.file("a.ztb"));
  const SweepResult wrong = solve_cell(sweep.cells[2], folder.file("a.ztb"));
  EXPECT_NE(over.state, SweepResult::State::solved);
  EXPECT_NE(over.sentence, "");
  EXPECT_EQ(wrong.state, SweepResult::State::no_game);
  EXPECT_NE(wrong.sentence.find("99"), std::string::npos) << wrong.sentence;
}

TEST(Sweep, GivesUpWhatIsTooLarge) {
  const test::TemporaryFolder folder;
  const SweepWords words = {"connect", "columns=7", "rows=6"};
  const Sweep sweep = sweep_of_game(words);
  CellOptions options;
  options.memory_limit = std::uint64_t{1} << 20;
  const SweepResult memory = solve_cell(sweep.cells[0], folder.file("a.ztb"), options);
  EXPECT_EQ(memory.state, SweepResult::State::too_large);
  EXPECT_NE(memory.sentence.find("memory"), std::string::npos) << memory.sentence;
  EXPECT_FALSE(is_worth_repeating(memory, options));
  options.memory_limit = no_memory_limit;
  EXPECT_TRUE(is_worth_repeating(memory, options));

  options.seconds = 0.3;
  const SweepResult time = solve_cell(sweep.cells[0], folder.file("a.ztb"), options);
  EXPECT_EQ(time.state, SweepResult::State::too_large) << time.sentence;
  EXPECT_EQ(time.seconds_limit, 0.3);
  EXPECT_NE(time.sentence.find("limit"), std::string::npos) << time.sentence;
  EXPECT_FALSE(is_worth_repeating(time, options));
  options.seconds = 0.4;
  EXPECT_TRUE(is_worth_repeating(time, options));
  for (const char* ending : {"", ".part", ".checkpoint"})
    EXPECT_FALSE(std::filesystem::exists(folder.file(std::string("a.ztb") + ending))) << ending;
}

TEST(Sweep, IsStopped) {
  const test::TemporaryFolder folder;
  const std::atomic<bool> stop = true;
  CellOptions options;
  options.stop = &stop;
  const SweepWords words = {"connect", "columns=5", "rows=5"};
  EXPECT_THROW(solve_cell(sweep_of_game(words).cells[0], folder.file("a.ztb"), options),
               Interrupted);
}

SweepResult with(Outcome outcome, double first, double second) {
  SweepResult result;
  result.metric = "distance";
  result.best = {outcome, std::nullopt};
  result.random = Chances{first, 1 - first - second, second, 0, 7.0};
  return result;
}

TEST(Sweep, EstimatesPositionsFromSmallerGames) {
  Sweep sweep;
  sweep.axes = {{"columns", {"3", "4", "5"}}, {"rows", {"3", "4", "6"}}};
  sweep.cells.resize(9);
  std::vector<SweepResult> results(9);
  const auto known = [&](std::size_t cell, std::uint64_t positions) {
    results[cell].positions = positions;
  };
  known(0, 10), known(1, 30), known(3, 20), known(6, 50);
  for (const std::size_t cell : {2, 4, 5, 7, 8})
    results[cell].state = SweepResult::State::too_large;
  estimate_positions(sweep, results);
  EXPECT_NEAR(results[4].needs_positions, 60, 1e-9) << "30 * 20 / 10";
  EXPECT_NEAR(results[7].needs_positions, std::sqrt(150.0 * 120), 1e-9)
      << "60 * 50 / 20 and 60 * 60 / 30";
  EXPECT_EQ(results[2].needs_positions, 0) << "6 does not follow 4";
  EXPECT_EQ(results[0].needs_positions, 0) << "what is known is not estimated";
}

TEST(Sweep, NamesTheFairest) {
  std::vector<SweepResult> results = {with(Outcome::win, 0.5, 0.5), with(Outcome::loss, 0.6, 0.4)};
  EXPECT_EQ(fairest_cell(results), 0u);
  results.push_back(with(Outcome::draw, 0.7, 0.1));
  EXPECT_EQ(fairest_cell(results), 2u) << "a draw before all that is won";
  results.push_back(with(Outcome::draw, 0.3, 0.4));
  EXPECT_EQ(fairest_cell(results), 3u);
  results.emplace_back();  // (not solved)
  EXPECT_EQ(fairest_cell(results), 3u);
  EXPECT_FALSE(fairest_cell(std::vector<SweepResult>(2)));
}

TEST(Sweep, GamesThatWouldTakeFarTooLongAreNotBegun) {
  const test::TemporaryFolder folder;
  const std::vector<std::string> words = {"connect", "columns=4,5", "rows=4,5"};
  const Sweep sweep = sweep_of_game(words);
  std::vector<SweepResult> smaller(3);
  smaller[0].positions = 10'000;
  smaller[1].positions = 200'000;
  smaller[1].seconds = 5;
  smaller[1].solve_seconds = 2;
  smaller[2].positions = 100'000;
  EXPECT_EQ(expected_seconds(sweep, std::span(smaller).first(1)), 0) << "that is too few";
  EXPECT_NEAR(expected_seconds(sweep, smaller), 20, 1e-9) << "2,000,000 positions";
  const SweepResult given_up =
      solve_cell(sweep.cells[3], folder.file("no.ztb"), {.seconds = 4, .expected_seconds = 20});
  EXPECT_EQ(given_up.state, SweepResult::State::too_large);
  EXPECT_EQ(given_up.sentence, "This game would take about 20 s; the limit is 4 s.");
  EXPECT_EQ(given_up.needs_seconds, 20);
  EXPECT_TRUE(is_worth_repeating(given_up, {.seconds = 100}));
}

}  // namespace
}  // namespace zermelo
