// SPDX-License-Identifier: MIT
// Sweeps that ask only what every game must say, compared with a brute force and with tables; and
// the crosscheck that consists of them.
#include "kinds/own/sweeps.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/own_game.h"
#include "probe/table.h"
#include "proof/crosscheck.h"
#include "tests/kinds/own/random_rules.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using own_test::GraphKind;
using own_test::GraphRules;
using own_test::RandomGraph;

template <GraphKind kind>
void compare_sweeps(int graphs) {
  const test::TemporaryFolder folder;
  for (int seed = 0; seed < graphs; ++seed) {
    const ParameterTexts parameters = {{"seed", std::to_string(seed)}};
    const RandomGraph graph(static_cast<std::uint64_t>(seed), kind);
    const std::vector<int> values = graph.values(kind);
    const auto game = make_own_game(own_game_opener<GraphRules<kind>>(), parameters, "random");
    const std::string path = folder.file("graph.ztb");
    solve(*game, path, {.threads = 1, .force = true});
    const Table table = Table::open(path, game);
    const SweepReport report = game->sweeps()({.table = &table, .threads = 1 + seed % 2});
    const int mover = graph.nodes.front().mover;
    EXPECT_EQ(report.value, Value::of_score(mover == 0 ? values.front() : -values.front()))
        << "graph " << seed;
    EXPECT_EQ(report.states, table.info().values);
    EXPECT_EQ(report.metric, table.metric());
    ASSERT_EQ(report.difference, std::nullopt) << "graph " << seed;
  }
}

TEST(OwnSweeps, OfPlies) { compare_sweeps<GraphKind::plies>(20); }
TEST(OwnSweeps, OfScores) { compare_sweeps<GraphKind::scores>(20); }
TEST(OwnSweeps, OfPuzzles) { compare_sweeps<GraphKind::puzzle>(20); }

// What `expand` gets wrong in one state, which the short trial does not meet: it leaves the winning
// move out, or has another one.
enum class Lie : std::uint8_t { none, less, more };

// Two heaps, the larger first if `folds`; who takes the last counter wins.
template <bool folds, Lie lie>
struct TwoHeaps {
  struct State {
    std::array<std::uint8_t, 2> heaps;
    std::uint8_t mover;
  };
  static constexpr const char* name = "two-heaps";
  static constexpr const char* version = "1";
  static constexpr unsigned most_moves = 200;

  static State start() { return {{40, 41}, 0}; }
  static std::optional<int> result(const State& s) {
    if (s.heaps[0] != 0 || s.heaps[1] != 0) return std::nullopt;
    return s.mover == 0 ? -1 : 1;
  }
  static int mover(const State& s) { return s.mover; }
  static void moves(const State& s, std::vector<std::uint64_t>& found) {
    for (std::uint64_t i = 0; i < 2; ++i)
      for (std::uint64_t take = 1; take <= s.heaps[i]; ++take) found.push_back(100 * i + take);
  }
  static State play(State s, std::uint64_t move) {
    s.heaps[move / 100] = static_cast<std::uint8_t>(s.heaps[move / 100] - move % 100);
    s.mover = !s.mover;
    return s;
  }
  static void expand(const State& s, std::vector<std::pair<std::uint64_t, State>>& found) {
    std::vector<std::uint64_t> all;
    moves(s, all);
    const bool is_wrong = lie != Lie::none && s.heaps[0] == 17 && s.heaps[1] == 23 && s.mover == 1;
    for (const std::uint64_t move : all)
      if (!is_wrong || lie == Lie::more ||
          play(s, move).heaps != std::array<std::uint8_t, 2>{17, 17})
        found.emplace_back(move, play(s, move));
    // (That is worse than the winning move, so that no other value changes.)
    if (is_wrong && lie == Lie::more) found.push_back({150, State{{99, 0}, 0}});
  }
  static State canonical(State s) {
    if (folds && s.heaps[0] < s.heaps[1]) std::swap(s.heaps[0], s.heaps[1]);
    return s;
  }
  static std::string text(const State& s) {
    return std::to_string(s.heaps[0]) + "," + std::to_string(s.heaps[1]) + "," +
           std::to_string(s.mover);
  }
};

template <bool folds, Lie lie>
std::shared_ptr<const Game> two_heaps() {
  return make_own_game(own_game_opener<TwoHeaps<folds, lie>>(), {}, "two-heaps");
}

CrosscheckOptions heap_options(const std::string& start = "") {
  CrosscheckOptions options;
  options.start = start;
  options.threads = 1;
  return options;
}

TEST(OwnCrosscheck, AsksTheTableAndSweeps) {
  const CrosscheckReport report = crosscheck(two_heaps<true, Lie::none>(), heap_options());
  EXPECT_TRUE(report.agrees()) << report.disagreement;
  ASSERT_EQ(report.rows.size(), 2);
  EXPECT_EQ(report.rows[0].engine, "table");
  EXPECT_EQ(report.rows[1].engine, "sweeps");
  for (const CrosscheckRow& row : report.rows) {
    EXPECT_EQ(row.verdict, Verdict::win);
    EXPECT_EQ(row.plies, 81);
  }
  EXPECT_EQ(report.rows[1].note, "3438 values as in the table");
}

TEST(OwnCrosscheck, FromAnotherStateAndForTheOtherSide) {
  CrosscheckOptions options = heap_options("hex:030300");
  options.white = true;
  const CrosscheckReport report = crosscheck(two_heaps<false, Lie::none>(), options);
  EXPECT_TRUE(report.agrees()) << report.disagreement;
  for (const CrosscheckRow& row : report.rows) {
    EXPECT_EQ(row.verdict, Verdict::win) << row.engine;
    EXPECT_EQ(row.plies, 6) << row.engine;
  }
  EXPECT_THROW(crosscheck(two_heaps<false, Lie::none>(), heap_options("3,3")), IllegalPosition);
  EXPECT_THROW(crosscheck(two_heaps<false, Lie::none>(), heap_options("hex:000000")), GameOver);
  const CrosscheckReport unreached =
      crosscheck(two_heaps<false, Lie::none>(), heap_options("hex:ff0000"));
  for (const CrosscheckRow& row : unreached.rows) EXPECT_EQ(row.verdict, Verdict::unknown);
}

TEST(OwnCrosscheck, FindsWhatAnOptionalFunctionGetsWrong) {
  const CrosscheckReport more = crosscheck(two_heaps<false, Lie::more>(), heap_options());
  EXPECT_EQ(more.disagreement,
            "Play leads to 3438 states in which the game goes on, and the table has 3554.");
  const CrosscheckReport report = crosscheck(two_heaps<false, Lie::less>(), heap_options());
  EXPECT_NE(report.disagreement.find(" by sweeps, but '"), std::string::npos)
      << report.disagreement;
}

TEST(OwnCrosscheck, CanBeStopped) {
  std::atomic<bool> stop = true;
  const SweepOptions sweeping{.threads = 1, .stop = &stop};
  const auto game = two_heaps<true, Lie::none>();
  EXPECT_THROW(game->sweeps()(sweeping), Interrupted);
  CrosscheckOptions options = heap_options();
  options.stop = &stop;
  EXPECT_THROW(crosscheck(game, options), Interrupted);
}

}  // namespace
}  // namespace zermelo
