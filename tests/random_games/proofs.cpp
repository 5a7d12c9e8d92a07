// SPDX-License-Identifier: MIT
// Verdicts by every method, and the strategies that come with them, which are followed against all
// replies by the brute force's moves.
#include <gtest/gtest.h>

#include <set>

#include "gen/error.h"
#include "proof/strategy.h"
#include "proof/turn_game.h"
#include "tests/random_games/checks.h"

namespace zermelo::random_games {
namespace {

using Method = ProofOptions::Method;

ProofReport prove_one(const GameUnderTest& g, Method method, bool white, const std::string& path,
                      const std::string& start = "", bool stepwise = true,
                      std::optional<int> depth = std::nullopt) {
  ProofOptions options;
  options.method = method;
  options.white = white;
  options.start = start;
  options.stepwise = stepwise;
  options.depth = depth;
  return prove(g.spec(), path, options);
}

void check_report(const ProofReport& report, std::optional<int> expected) {
  const std::string& who = report.method;
  ASSERT_EQ(report.verdict == Verdict::win, expected.has_value()) << who;
  ASSERT_NE(report.verdict, Verdict::unknown) << who;
  ASSERT_EQ(report.complete, !expected) << who;
  if (!expected) return;
  ASSERT_TRUE(report.plies) << who;
  ASSERT_GE(*report.plies, *expected) << who;
  ASSERT_LT(report.refuted, std::max(*expected, 1)) << who;
  if (who != "ic3" || report.refuted + 1 >= *report.plies) {
    ASSERT_EQ(*report.plies, *expected) << who;
  }
}

void check_bounded(const ProofReport& report, std::optional<int> expected, int depth) {
  const bool wins = expected && *expected <= depth;
  ASSERT_EQ(report.verdict, wins ? Verdict::win : Verdict::no_win);
  if (wins) {
    ASSERT_EQ(report.plies, expected);
  } else {
    ASSERT_FALSE(expected && report.complete);
  }
}

// Follows a strategy through all states to which it can lead.
class FollowedStrategy {
 public:
  FollowedStrategy(const GameUnderTest& g, const StrategyFile& strategy)
      : g_(g),
        strategy_(strategy),
        info_(strategy.info()),
        // (A bounded claim not to lose says nothing about what comes after the last ply.)
        bounded_(!info_.wins && info_.plies) {}

  void check(const State& start) {
    seen_ = {start};
    waiting_ = {start};
    while (!waiting_.empty()) {
      const State state = waiting_.back();
      waiting_.pop_back();
      for (const State& to : next(state)) ASSERT_NO_FATAL_FAILURE(arrive(state, to));
    }
  }

 private:
  std::vector<State> next(const State& state) const {
    const StrategyAnswer said = strategy_.answer(g_.text(state));
    if (!said.is_member) {
      EXPECT_TRUE(bounded_) << g_.text(state) << ' ' << info_.sentence;
      return {};
    }
    if (GameUnderTest::white_moves(state) != info_.owner_is_white)
      return g_.reference().after_moves(state);
    if (bounded_ && said.rank == 0) return {};
    return {g_.after(state, said.move)};
  }

  void arrive(const State& from, const State& to) {
    if (g_.goes_on(to)) {
      if (seen_.insert(to).second) waiting_.push_back(to);
      return;
    }
    const auto won = g_.winner(to);
    const bool well = won == colour_of(info_.owner_is_white) || (!won && !info_.wins);
    ASSERT_TRUE(well || bounded_) << g_.text(from) << " to " << g_.text(to);
  }

  const GameUnderTest& g_;
  const StrategyFile& strategy_;
  const StrategyInfo& info_;
  const bool bounded_;
  std::set<State> seen_;
  std::vector<State> waiting_;
};

void follow_strategy(const GameUnderTest& g, const std::string& path, const State& start) {
  if (!g.goes_on(start)) return;
  const StrategyFile strategy = StrategyFile::open(path);
  FollowedStrategy(g, strategy).check(start);
}

// The checker accepts it, and it names existing moves all the way.
void check_strategy_file(const GameUnderTest& g, const std::string& path, const State& start) {
  StrategyCheckOptions one_thread;
  one_thread.threads = 1;
  const StrategyCheckReport report = zermelo::check_strategy(path, one_thread);
  ASSERT_FALSE(report.fault) << report.sentence << ' ' << report.fault->sentence;
  follow_strategy(g, path, start);
}

void check_proofs_of(const GameUnderTest& g, bool white) {
  const State& start = g.start();
  const auto expected = g.plies_to_win(start, white);
  const std::string strategy = g.file("s.aag");
  const bool is_turn = white == g.one_in(2);  // (half of the games for each side)
  for (const Method method : {Method::ic3, Method::table}) {
    if (method == Method::table && !(g.one_in(3) && is_turn)) continue;
    const ProofReport report = prove_one(g, method, white, strategy, "", !g.one_in(2));
    ASSERT_NO_FATAL_FAILURE(check_report(report, expected));
    ASSERT_NO_FATAL_FAILURE(g.one_in(3) ? check_strategy_file(g, strategy, start)
                                        : follow_strategy(g, strategy, start));
  }
  if (!is_turn) return;
  const int depth = expected && *expected > 0 ? *expected : 3;
  const bool certify = g.one_in(3);
  const ProofReport qbf =
      prove_one(g, Method::qbf, white, certify ? strategy : "", "", true, depth);
  ASSERT_NO_FATAL_FAILURE(check_bounded(qbf, expected, depth)) << "qbf";
  ASSERT_EQ(qbf.certified, certify);
  if (certify) follow_strategy(g, strategy, start);
}

// From another position; every second time of all methods.
void check_start(const GameUnderTest& g, const State& state, bool white) {
  const std::string path = g.file("from.aag"), text = g.text(state);
  const auto expected = g.plies_to_win(state, white);
  ASSERT_NO_FATAL_FAILURE(check_report(prove_one(g, Method::ic3, white, path, text), expected));
  ASSERT_NO_FATAL_FAILURE(g.one_in(4) ? check_strategy_file(g, path, state)
                                      : follow_strategy(g, path, state));
  if (!g.one_in(4) || white != g.one_in(8)) return;
  ASSERT_NO_FATAL_FAILURE(check_report(prove_one(g, Method::table, white, "", text), expected));
  const int depth = expected.value_or(3);
  check_bounded(prove_one(g, Method::qbf, white, "", text, true, depth), expected, depth);
}

void check_table_strategy(GameUnderTest& g, TableStrategyOptions::Form form) {
  const std::string path = g.file("of-table.aag");
  TableStrategyOptions options;
  options.form = form;
  write_table_strategy(g.table(), g.game().start(), path, options);
  ASSERT_NO_FATAL_FAILURE(check_strategy_file(g, path, g.start()));
  const StrategyInfo info = StrategyFile::open(path).info();
  const auto plies = g.plies_to_win(g.start(), info.owner_is_white);
  ASSERT_EQ(info.wins, plies.has_value());
  if (plies) {
    ASSERT_EQ(info.plies, plies);
  }
}

// IC3 as the thesis has it, where that does not take long.
void check_thesis(const GameUnderTest& g, bool white) {
  Ic3ThesisOptions options;
  options.seconds = 0.2;
  const ProofReport report = prove_as_in_thesis(g.spec(), white, "", options);
  if (report.verdict == Verdict::unknown) return;
  ASSERT_EQ(report.verdict == Verdict::win, g.plies_to_win(g.start(), white).has_value());
}

}  // namespace

void check_proofs(GameUnderTest& g) {
  for (const bool white : {false, true}) {
    SCOPED_TRACE(white ? "White" : "Black");
    ASSERT_NO_FATAL_FAILURE(check_proofs_of(g, white));
    if (!g.one_in(8)) continue;
    ASSERT_NO_FATAL_FAILURE(check_thesis(g, white));
  }
  const ProofReport search = prove_one(g, Method::search, false, "");
  check_report(search, g.plies_to_win(g.start(), false));
}

// Positions in which the game is over are refused.
void check_other_starts(GameUnderTest& g) {
  if (!g.one_in(2)) return;
  const auto& values = g.reference().values();
  if (!values.empty()) {
    const State& state = g.states()[g.random() % values.size()];
    for (const bool white : {false, true}) {
      SCOPED_TRACE(g.text(state) + (white ? ", White" : ", Black"));
      ASSERT_NO_FATAL_FAILURE(check_start(g, state, white));
    }
  }
  const std::vector<State>& finished = g.reference().finished();
  if (finished.empty()) return;
  const std::string over = g.text(finished[g.random() % finished.size()]);
  for (const Method method : {Method::ic3, Method::qbf, Method::table, Method::automatic})
    ASSERT_THROW(prove_one(g, method, false, "", over), GameOver) << over;
}

void check_table_strategies(GameUnderTest& g) {
  if (!g.one_in(3)) return;
  if (g.over_at_start()) {
    ASSERT_THROW(write_table_strategy(g.table(), g.game().start(), g.file("none.aag"), {}),
                 GameOver);
    return;
  }
  for (const auto form : {TableStrategyOptions::Form::positions, TableStrategyOptions::Form::cubes})
    ASSERT_NO_FATAL_FAILURE(check_table_strategy(g, form));
}

}  // namespace zermelo::random_games
