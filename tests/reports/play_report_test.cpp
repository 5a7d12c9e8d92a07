// SPDX-License-Identifier: MIT
// The report on play against a brute force over texts, which knows nothing but a game's moves.
#include "reports/play_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/game.h"
#include "probe/table.h"
#include "reports/action_names.h"
#include "reports/chances.h"
#include "reports/play_graph.h"
#include "reports/play_words.h"
#include "reports/sampled_puzzles.h"
#include "reports/text_symmetry.h"
#include "tests/support/bddl_games.h"
#include "tests/support/error_text.h"
#include "tests/support/plain_play.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/version2_games.h"

namespace zermelo {
namespace {

using test::bddl_spec;
using test::expect_near;
using test::expect_same_chances;
using test::game;
using test::in_bddl;
using test::PlainPlay;
using test::PlainPosition;
using test::solved;
using test::walkers;

PlayReport::Ply plain_ply(const PlainPosition& p) {
  const auto keeps = [&](Value v) { return v.outcome() == p.value.outcome(); };
  const bool first_wins = p.value.is_win() == p.first_moves;
  PlayReport::Ply ply{.positions = 1};
  if (p.value.is_draw()) {
    ply.draws = 1;
  } else {
    (first_wins ? ply.first_wins : ply.second_wins) = 1;
  }
  ply.legal = p.moves.size();
  ply.keeping = static_cast<std::uint64_t>(std::ranges::count_if(p.worth, keeps));
  ply.best = static_cast<std::uint64_t>(std::ranges::count(p.worth, p.value));
  ply.only_moves = ply.keeping == 1 && ply.legal >= 2 ? 1 : 0;
  ply.forced = ply.legal == 1 ? 1 : 0;
  ply.keeps = static_cast<double>(ply.keeping) / static_cast<double>(ply.legal);
  ply.traps = !p.value.is_loss() && ply.keeps <= 0.25 ? 1 : 0;
  return ply;
}

void expect_same(const PlayReport::Ply& found, const PlayReport::Ply& plain) {
  EXPECT_EQ(found.positions, plain.positions);
  EXPECT_EQ(found.first_wins, plain.first_wins);
  EXPECT_EQ(found.draws, plain.draws);
  EXPECT_EQ(found.second_wins, plain.second_wins);
  EXPECT_EQ(found.legal, plain.legal);
  EXPECT_EQ(found.keeping, plain.keeping);
  EXPECT_EQ(found.best, plain.best);
  EXPECT_EQ(found.only_moves, plain.only_moves);
  EXPECT_EQ(found.forced, plain.forced);
  EXPECT_EQ(found.traps, plain.traps);
  EXPECT_NEAR(found.keeps, plain.keeps, 1e-9 * (1 + plain.keeps));
}

void expect_tree(const std::optional<PlayReport::Size::Tree>& found, const Chances& plain) {
  ASSERT_EQ(found.has_value(), plain.plies.has_value());
  if (!found) return;
  EXPECT_NEAR(found->log10_leaves, *plain.log_choices, 1e-6 * (1 + *plain.log_choices));
  EXPECT_NEAR(found->branching, std::pow(10, *plain.log_choices / *plain.plies),
              1e-5 * found->branching);
}

void expect_like_plain(const GameSpec& spec) {
  const test::TemporaryFolder folder;
  const Table table = solved(spec, folder);
  const PlayReport report = play_report(table);
  const PlainPlay plain(table.game());

  EXPECT_EQ(report.start, plain.start().value);
  ASSERT_EQ(report.first_moves.size(), plain.start().moves.size());
  EXPECT_EQ(report.first_moves.front().value, report.start);

  std::vector<PlayReport::Ply> plies;
  PlayReport::Ply all;
  int longest = 0;
  for (const auto& [text, p] : plain.positions()) {
    if (plies.size() <= static_cast<std::size_t>(p.ply))
      plies.resize(static_cast<std::size_t>(p.ply) + 1);
    plies[static_cast<std::size_t>(p.ply)] += plain_ply(p);
    all += plain_ply(p);
    if (p.value.is_win()) longest = std::max(longest, p.value.plies());
  }
  ASSERT_EQ(report.plies.size(), plies.size());
  for (std::size_t ply = 0; ply < plies.size(); ++ply) {
    SCOPED_TRACE(ply);
    expect_same(report.plies[ply], plies[ply]);
  }
  expect_same(report.all, all);
  EXPECT_EQ(report.longest_win, longest);
  if (longest > 0) {
    EXPECT_EQ(plain.positions().at(report.longest).value, Value::win(longest));
  }

  double worst = 1;
  for (const auto& [text, p] : plain.positions()) {
    if (plain_ply(p).traps > 0) worst = std::min(worst, plain_ply(p).keeps);
  }
  EXPECT_EQ(report.worst_traps.empty(), all.traps == 0);
  double last = 0;
  for (const PlayReport::Trap& trap : report.worst_traps) {
    const PlainPosition& p = plain.positions().at(trap.position);
    EXPECT_EQ(trap.ply, p.ply);
    EXPECT_EQ(trap.value, p.value);
    EXPECT_EQ(trap.legal, p.moves.size());
    EXPECT_EQ(trap.keeping, plain_ply(p).keeping);
    EXPECT_GE(plain_ply(p).keeps, last);
    last = plain_ply(p).keeps;
  }
  if (all.traps > 0) {
    EXPECT_EQ(plain_ply(plain.positions().at(report.worst_traps[0].position)).keeps, worst);
  }

  ASSERT_EQ(report.errors.size(), 17u);
  for (const std::size_t step : {0, 5, 16}) {
    SCOPED_TRACE(step);
    const double rate = static_cast<double>(step) / 16;
    EXPECT_EQ(report.errors[step].rate, rate);
    expect_near(report.errors[step].chances, plain.chances(rate, rate));
  }
  expect_tree(report.size.random_tree, plain.chances(1, 1));
  expect_tree(report.size.best_tree, plain.chances(0, 0));
  EXPECT_EQ(report.size.stored, table.info().positions);
  EXPECT_EQ(report.size.bytes, table.info().bytes);
  if (report.size.folded) {
    EXPECT_LE(*report.size.folded, report.all.positions);
  }
  expect_near(report.perfect_first, plain.chances(0, 1));
  expect_near(report.perfect_second, plain.chances(1, 0));
  if (report.random_lengths) {
    double sum = 0, plies_of_all = 0;
    for (std::size_t ply = 0; ply < report.random_lengths->size(); ++ply) {
      sum += (*report.random_lengths)[ply];
      plies_of_all += (*report.random_lengths)[ply] * static_cast<double>(ply);
    }
    EXPECT_NEAR(sum, 1, 2e-9);
    ASSERT_TRUE(report.random.plies);
    EXPECT_NEAR(plies_of_all, *report.random.plies, 1e-5 * *report.random.plies);
  }
}

TEST(PlayReport, IsThatOfABruteForce) {
  const std::vector<GameSpec> games = {
      game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}),
      game("mnk", {{"columns", "4"}, {"rows", "2"}, {"k", "3"}}),
      game("notakto", {{"columns", "3"}, {"rows", "2"}}),
      game("domineering", {{"columns", "3"}, {"rows", "4"}}),
      game("breakthrough", {{"columns", "2"}, {"rows", "5"}}),
      game("connect", {{"columns", "3"}, {"rows", "3"}, {"line", "3"}}),
      in_bddl("hexapawn/hexapawn.bddl")};
  for (const GameSpec& spec : games) {
    SCOPED_TRACE(spec.name);
    expect_like_plain(spec);
  }
}

// In these, positions come again.
TEST(PlayReport, IsThatOfABruteForceInGamesThatGoRound) {
  for (const GameSpec& spec : {in_bddl("pong-hau-ki/pong-hau-ki.bddl"),
                               game("ostle", {{"size", "3"}, {"start", "2"}, {"lose", "1"}})}) {
    SCOPED_TRACE(spec.name);
    expect_like_plain(spec);
  }
}

// Each is what it was looked for by, and its solution is the table's.
TEST(PlayReport, PuzzlesAreThoseOfTheTable) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("breakthrough", {{"columns", "3"}, {"rows", "4"}}), folder);
  const PlayReport report = play_report(table, {.measures = {"puzzles"}});
  ASSERT_FALSE(report.puzzles.empty());
  std::set<std::string> conditions, positions;
  for (const KindOfPuzzle& one : report.puzzles) {
    SCOPED_TRACE(one.condition);
    const Puzzle& puzzle = one.puzzle;
    EXPECT_TRUE(conditions.insert(one.condition).second);
    EXPECT_TRUE(positions.insert(puzzle.position).second);
    EXPECT_EQ(table.probe(puzzle.position), puzzle.value);
    std::set<std::string> best, keys;
    for (const MoveValue& move : table.moves(puzzle.position))
      if (move.value == puzzle.value) best.insert(move.move);
    for (const SolutionNode& key : puzzle.solution.keys) keys.insert(key.move);
    EXPECT_EQ(keys, best);
    // Looked for by this condition alone, it is found.
    PuzzleConditions conditions_of_one;
    set_flag(conditions_of_one, one.condition);
    bool is_found = false;
    table.mine(conditions_of_one, {}, [&](const Puzzle& found) {
      is_found |= found.position == puzzle.position;
      return true;
    });
    EXPECT_TRUE(is_found);
  }
  const PlayReport again = play_report(table, {.measures = {"puzzles"}});
  ASSERT_EQ(again.puzzles.size(), report.puzzles.size());
  for (std::size_t i = 0; i < report.puzzles.size(); ++i)
    EXPECT_EQ(again.puzzles[i].puzzle.position, report.puzzles[i].puzzle.position);
}

// What random play and perfect play are worth, by going through all games.
double plain_score(const Table& table, const std::string& position, bool first_moves, bool errs) {
  const std::vector<MoveValue> moves = table.moves(position);
  double sum = 0;
  int number = 0;
  for (const MoveValue& move : moves) {
    if (!errs && move.value != moves.front().value) continue;
    ++number;
    const double ended = (first_moves ? 1 : -1) * move.value.score();
    const bool again =
        !move.result.empty() && table.game().to_move(move.result) == table.game().to_move(position);
    sum += move.result.empty()
               ? ended
               : plain_score(table, move.result, again ? first_moves : !first_moves, errs);
  }
  return sum / number;
}

TEST(PlayReport, MeanScores) {
  const test::TemporaryFolder folder;
  const Table table =
      solved(game("othello", {{"columns", "4"}, {"rows", "3"}, {"metric", "score"}}), folder);
  ASSERT_EQ(table.metric(), Metric::score);
  const PlayReport report = play_report(table);
  ASSERT_TRUE(report.random.score);
  EXPECT_NEAR(*report.random.score, plain_score(table, table.start(), true, true), 1e-6);
  ASSERT_TRUE(report.errors.front().chances.score);
  EXPECT_NEAR(*report.errors.front().chances.score, plain_score(table, table.start(), true, false),
              1e-6);
}

TEST(PlayReport, SwapRule) {
  const test::TemporaryFolder folder, other;
  const PlayReport fair =
      play_report(solved(game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}), folder));
  ASSERT_TRUE(fair.swap);
  EXPECT_EQ(fair.swap->second, Outcome::draw);
  const PlayReport hex =
      play_report(solved(test::bddl_spec(test::shipped_games / "hex/3x3.bddl"), other));
  ASSERT_TRUE(hex.swap);
  EXPECT_EQ(hex.swap->second, Outcome::win);
  int most = 0;
  for (const auto& move : hex.first_moves) most = std::max(most, move.value.plies());
  EXPECT_EQ(hex.swap->value.plies(), most) << "the fairest first move delays the end longest";
}

TEST(PlayReport, TooLittleMemory) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}), folder);
  EXPECT_THROW(play_report(table, {.memory_limit = 1000}), OutOfMemory);
  const std::atomic<bool> stop = true;
  EXPECT_THROW(play_report(table, {.stop = &stop}), Interrupted);
}

void expect_same_reports(const PlayReport& a, const PlayReport& b) {
  ASSERT_EQ(a.plies.size(), b.plies.size());
  for (std::size_t ply = 0; ply < a.plies.size(); ++ply) expect_same(a.plies[ply], b.plies[ply]);
  expect_same(a.all, b.all);
  EXPECT_EQ(a.squares, b.squares);
  EXPECT_EQ(a.longest, b.longest);
  EXPECT_EQ(a.longest_win, b.longest_win);
  EXPECT_EQ(a.settled, b.settled);
  ASSERT_EQ(a.worst_traps.size(), b.worst_traps.size());
  for (std::size_t i = 0; i < a.worst_traps.size(); ++i) {
    EXPECT_EQ(a.worst_traps[i].position, b.worst_traps[i].position);
    EXPECT_EQ(a.worst_traps[i].keeping, b.worst_traps[i].keeping);
  }
  ASSERT_EQ(a.errors.size(), b.errors.size());
  for (std::size_t i = 0; i < a.errors.size(); ++i)
    expect_same_chances(a.errors[i].chances, b.errors[i].chances);
  expect_same_chances(a.perfect_first, b.perfect_first);
  expect_same_chances(a.perfect_second, b.perfect_second);
  ASSERT_EQ(a.random_lengths.has_value(), b.random_lengths.has_value());
  if (a.random_lengths) {
    ASSERT_EQ(a.random_lengths->size(), b.random_lengths->size());
    for (std::size_t n = 0; n < a.random_lengths->size(); ++n)
      EXPECT_NEAR((*a.random_lengths)[n], (*b.random_lengths)[n], 1e-12);
  }
}

std::string walkers_aside() {
  std::string rules = walkers;
  const std::string start = "white(2,ymin)";
  return rules.replace(rules.find(start), start.size(), "white(1,ymin)");
}

// Positions that symmetries turn into each other are gone through together; that must not show.
TEST(PlayReport, FoldedOrNotIsTheSame) {
  struct Folded {
    GameSpec spec;
    std::size_t symmetries;
  };
  for (const Folded& folded :
       {Folded{game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}), 8},
        Folded{game("mnk", {{"columns", "4"}, {"rows", "2"}, {"k", "3"}}), 4},
        Folded{game("notakto", {{"columns", "3"}, {"rows", "2"}}), 4},
        Folded{game("domineering", {{"columns", "3"}, {"rows", "4"}}), 4},
        Folded{game("breakthrough", {{"columns", "3"}, {"rows", "4"}}), 2},
        Folded{game("connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}), 2},
        Folded{game("bddl", {{"domain", walkers}, {"problem", ""}}), 2},
        // (Its start is not symmetric, so that only what comes of positions is.)
        Folded{game("bddl", {{"domain", walkers_aside()}, {"problem", ""}}), 2},
        // (Half of them change its start.)
        Folded{game("bddl", {{"domain", test::couples}, {"problem", ""}}), 8},
        // (Its actions to the left are others than those to the right.)
        Folded{bddl_spec(test::shipped_games / "breakthrough/3x4.bddl"), 2},
        // (Its texts leave out squares that do not exist.)
        Folded{in_bddl("pong-hau-ki/pong-hau-ki.bddl"), 2},
        // (Its start is not symmetric by rotations, and its positions say more than squares show.)
        Folded{game("ostle", {{"size", "3"}, {"start", "2"}, {"lose", "1"}}), 1}}) {
    SCOPED_TRACE(folded.spec.name);
    const test::TemporaryFolder folder;
    const Table table = solved(folded.spec, folder);
    EXPECT_EQ(TextSymmetries(table.game()).size(), folded.symmetries);
    std::vector<std::string> measures = play_measures();
    const PlayReport apart = play_report(table, {.measures = measures, .fold = false});
    // (Where actions are not symmetric, only the graph is folded.)
    expect_same_reports(play_report(table, {.measures = measures}), apart);
    std::erase(measures, "actions");
    expect_same_reports(play_report(table, {.measures = measures}), apart);
  }
}

TEST(PlayReport, SquaresOfBestMoves) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("breakthrough", {{"columns", "3"}, {"rows", "4"}}), folder);
  const PlainPlay plain(table.game());
  std::vector<std::uint64_t> squares(12, 0);
  for (const auto& [text, p] : plain.positions()) {
    const std::vector<LegalMove> moves = table.game().moves(text);
    std::set<int> best;
    for (std::size_t m = 0; m < moves.size(); ++m) {
      if (p.worth[m] == p.value) best.insert(moves[m].shape.to.begin(), moves[m].shape.to.end());
    }
    for (const int square : best) ++squares[static_cast<std::size_t>(square)];
  }
  EXPECT_EQ(play_report(table).squares, squares);
}

TEST(PlayReport, OnlyWhatIsWanted) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}), folder);
  const PlayReport all = play_report(table);
  EXPECT_EQ(all.measured.size(), play_measures().size());
  EXPECT_TRUE(all.left_out.empty());
  for (const std::string& measure : play_measures()) {
    const PlayReport one = play_report(table, {.measures = {measure}});
    EXPECT_EQ(one.measured, std::set<std::string>{measure});
    EXPECT_TRUE(one.left_out.empty());
  }
  const PlayReport random = play_report(table, {.measures = {"random", "plies"}});
  EXPECT_EQ(random.random.first, all.random.first);
  EXPECT_TRUE(random.errors.empty());
  EXPECT_FALSE(random.random_lengths);
  expect_same(random.all, all.all);
  const PlayReport without_moves = play_report(table, {.measures = {"plies", "worst_traps"}});
  expect_same(without_moves.all, all.all);
  EXPECT_EQ(without_moves.worst_traps.size(), all.worst_traps.size());
  EXPECT_EQ(test::error_text<UsageError>([&] {
              play_report(table, {.measures = {"fun"}});
            }).substr(0, 37),
            "There is no measure 'fun', only start");
}

TEST(PlayReport, WhatThereIsNoTimeForIsNamed) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("mnk", {{"columns", "4"}, {"rows", "3"}, {"k", "3"}}), folder);
  const PlayReport none = play_report(table, {.seconds = 1e-9});
  EXPECT_EQ(none.measured, (std::set<std::string>{"start", "first_moves", "swap"}));
  EXPECT_EQ(none.measured.size() + none.left_out.size(), play_measures().size());
  EXPECT_EQ(none.start, table.probe(table.start()));
  EXPECT_TRUE(none.plies.empty()) << "of a part of the positions nothing is said";
  EXPECT_NE(play_words::left_out(none).find("There was no time for: longest"), std::string::npos);
  const PlayReport some = play_report(table, {.measures = {"random", "swap"}, .seconds = 1e-9});
  EXPECT_EQ(some.left_out, std::vector<std::string>{"random"});
}

TEST(PlayReport, GamesWithoutAnActionForWhichThereIsNoTimeAreNamed) {
  const test::TemporaryFolder folder;
  const Table table = solved(in_bddl("hexapawn/hexapawn.bddl"), folder);
  const PlayReport none =
      play_report(table, {.measures = {"swap"}, .seconds = 1e-9, .without = {"capture"}});
  EXPECT_EQ(none.left_out, std::vector<std::string>{"without capture"});
  EXPECT_TRUE(none.without.empty());
  const PlayReport all =
      play_report(table, {.measures = {"swap"}, .seconds = 600, .without = {"capture"}});
  EXPECT_TRUE(all.left_out.empty());
  EXPECT_EQ(all.without.size(), 1u);
}

TEST(PlayReport, SaysBeforehandWhatItTakes) {
  const test::TemporaryFolder folder;
  const Table table = solved(game("breakthrough", {{"columns", "3"}, {"rows", "4"}}), folder);
  std::vector<SolveEstimate> told;
  PlayReportOptions options;
  options.estimate = [&](const SolveEstimate& estimate) { told.push_back(estimate); };
  play_report(table, options);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].index, table.info().positions);
  EXPECT_GT(told[0].seconds, 0);
  EXPECT_GT(told[0].memory, 50 * table.info().positions);
  options.measures = {"start"};  // (for which nothing is gone through)
  play_report(table, options);
  EXPECT_EQ(told.size(), 1u);
}

TEST(PlayReport, SaysWhatIsLeftWhenPlayWasFollowed) {
  const auto told_of = [](const GameSpec& spec) {
    const test::TemporaryFolder folder;
    std::vector<ChancesEstimate> told;
    PlayReportOptions options;
    options.estimate_rest = [&](const ChancesEstimate& estimate) { told.push_back(estimate); };
    const PlayReport report = play_report(solved(spec, folder), options);
    EXPECT_EQ(told.size(), 1u);
    EXPECT_EQ(told[0].positions, report.size.folded.value_or(report.all.positions));
    EXPECT_GT(told[0].seconds, 0);
    return told[0];
  };
  EXPECT_EQ(told_of(game("breakthrough", {{"columns", "3"}, {"rows", "4"}})).together, 1u);
  EXPECT_GT(told_of(game("bddl", {{"domain", walkers}, {"problem", ""}})).together, 10u);
}

// The intervals are those of 95 %: nearly all of the 27 have the exact number.
TEST(PlayReport, SamplesAreNearTheExactNumbers) {
  int inside = 0, intervals = 0;
  for (const GameSpec& spec : {game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}),
                               game("breakthrough", {{"columns", "3"}, {"rows", "4"}}),
                               game("notakto", {{"columns", "3"}, {"rows", "3"}})}) {
    const test::TemporaryFolder folder;
    const Table table = solved(spec, folder);
    const PlayReport exact = play_report(table);
    const PlayReport sampled = play_report(table, {.sample = 500});
    ASSERT_TRUE(sampled.sample);
    EXPECT_EQ(sampled.sample->games, 500u);
    EXPECT_FALSE(sampled.has("plies"));
    EXPECT_TRUE(sampled.has("random_lengths"));
    double sum = 0;
    for (const double share : *sampled.random_lengths) sum += share;
    EXPECT_NEAR(sum, 1, 1e-9);
    const auto compare = [&](const SampledChances& s, const Chances& e) {
      for (double Chances::*member : {&Chances::first, &Chances::draw, &Chances::second}) {
        EXPECT_LE(s.low.*member, s.mean.*member + 1e-12);
        EXPECT_LE(s.mean.*member, s.high.*member + 1e-12);
        inside += s.low.*member <= e.*member + 1e-9 && e.*member <= s.high.*member + 1e-9 ? 1 : 0;
        EXPECT_NEAR(s.mean.*member, e.*member, 0.1);
        ++intervals;
      }
      EXPECT_NEAR(*s.mean.plies, *e.plies, 0.5);
    };
    compare(sampled.sample->random, exact.random);
    compare(sampled.sample->perfect_first, exact.perfect_first);
    compare(sampled.sample->perfect_second, exact.perfect_second);
    const PlayReport again = play_report(table, {.threads = 1, .sample = 500});
    EXPECT_EQ(again.random.first, sampled.random.first);
    EXPECT_EQ(again.random_lengths, sampled.random_lengths);
  }
  EXPECT_EQ(intervals, 27);
  EXPECT_GE(inside, 24);
}

TEST(PlayReport, DoesNotDependOnThreads) {
  const test::TemporaryFolder folder;
  const Table table =
      solved(game("connect", {{"columns", "4"}, {"rows", "3"}, {"line", "3"}}), folder);
  const PlayReport one = play_report(table, {.threads = 1}),
                   three = play_report(table, {.threads = 3});
  EXPECT_EQ(one.random.first, three.random.first);
  EXPECT_EQ(one.longest, three.longest);
  ASSERT_EQ(one.worst_traps.size(), three.worst_traps.size());
  for (std::size_t i = 0; i < one.worst_traps.size(); ++i)
    EXPECT_EQ(one.worst_traps[i].position, three.worst_traps[i].position);
}

}  // namespace
}  // namespace zermelo
