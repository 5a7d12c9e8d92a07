// SPDX-License-Identifier: MIT
// Random games in which programs tend to contradict themselves (tests/reference/corner_games.h):
// every engine and every verb, on every position, against a brute force that shares no code with
// them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "json/json.h"
#include "probe/crosscheck.h"
#include "probe/grade.h"
#include "probe/strategy.h"
#include "probe/table.h"
#include "probe/validate.h"
#include "probe/zermelo.h"
#include "proof/qbf/grounded.h"
#include "proof/qbf/lifted.h"
#include "proof/qbf/prove_qbf.h"
#include "symbolic/bdd/symbolic_solution.h"
#include "symbolic/model/game_model.h"
#include "tests/reference/corner_games.h"
#include "tests/reference/plain_qbf.h"
#include "tests/support/error_text.h"
#include "tests/support/long_tests.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::random_games {
namespace {

using test::CornerGame;
using test::CornerReference;
using test::random_corner_game;
using State = CornerReference::State;
using RefKind = CornerReference::Kind;

GameSpec corner_spec(const CornerGame& game) {
  return {"bddl",
          {{"domain", game.domain()},
           {"problem", game.problem()},
           {"stuck", game.stuck_loses ? "loss" : "draw"}}};
}

Value reference_value(int plies) {
  return plies > 0 ? Value::win(plies) : plies < 0 ? Value::loss(-plies) : Value::draw();
}

PositionStatus::Kind status_kind(RefKind kind) {
  switch (kind) {
    case RefKind::to_move:
      return PositionStatus::Kind::to_move;
    case RefKind::won:
      return PositionStatus::Kind::won;
    case RefKind::lost:
      return PositionStatus::Kind::lost;
    case RefKind::drawn:
      break;
  }
  return PositionStatus::Kind::drawn;
}

bool white_moves(const State& state) { return state.back() == 'w'; }

// How many of the games that were drawn have which features.
struct Drawn {
  std::map<std::string, int> games;
  void count(const std::string& what, bool has) { games[what] += has ? 1 : 0; }
};

// One game, checked from all sides.
class CornerCheck {
 public:
  CornerCheck(const CornerGame& game, int number, const test::TemporaryFolder& folder)
      : number_(number),
        written_(game),
        spec_(corner_spec(game)),
        reference_(game),
        folder_(folder),
        random_(static_cast<unsigned>(number)) {}

  // Some checks take long; they are made for one game in this many.
  bool one_in(int games) const { return number_ % games == 0; }

  void run() {
    game_ = make_game(spec_);
    start_over_ = reference_.status(reference_.start()) != RefKind::to_move;
    steps({&CornerCheck::check_statuses, &CornerCheck::check_rules, &CornerCheck::check_table,
           &CornerCheck::check_walk, &CornerCheck::check_lines, &CornerCheck::check_grades,
           &CornerCheck::check_sets, &CornerCheck::check_search, &CornerCheck::check_proofs});
    if (one_in(2)) steps({&CornerCheck::check_starts});
    if (one_in(3)) steps({&CornerCheck::check_table_strategies});
    if (one_in(5)) steps({&CornerCheck::check_c_interface, &CornerCheck::check_puzzles});
    if (one_in(10)) steps({&CornerCheck::check_safety_game, &CornerCheck::check_formulas});
    if (one_in(40) || (start_over_ && one_in(5))) steps({&CornerCheck::check_crosscheck});
    if (one_in(100)) steps({&CornerCheck::check_program});
  }

 private:
  void steps(std::initializer_list<void (CornerCheck::*)()> checks) {
    for (const auto check : checks) {
      if (testing::Test::HasFatalFailure()) return;
      (this->*check)();
    }
  }

  std::string text(const State& state) const { return reference_.text_of(state); }
  int value(const State& state) const { return reference_.values().at(state); }
  bool goes_on(const State& state) const { return reference_.values().contains(state); }
  // The value of a move to `state` for its maker.
  Value value_of_move(const State& state) const {
    if (goes_on(state)) return reference_value(value(state)).before_move();
    return reference_.status(state) == RefKind::lost ? Value::win(1) : Value::draw();
  }
  // Who has won in a state in which the game is over.
  std::optional<Colour> winner(const State& state) const {
    if (reference_.status(state) == RefKind::drawn) return std::nullopt;
    return opponent_of(colour_of(white_moves(state)));
  }
  // The number of plies within which a side can force a win from a state; nothing if it cannot.
  std::optional<int> plies_to_win(const State& state, bool white) const {
    if (!goes_on(state)) {
      const bool won = winner(state) == colour_of(white);
      return won ? std::optional(0) : std::nullopt;
    }
    const int v = white_moves(state) == white ? value(state) : -value(state);
    return v > 0 ? std::optional(v) : std::nullopt;
  }

  // --- Rules ---

  // For all boards that exist, whether play leads to them or not.
  void check_statuses() {
    State state(written_.start.size(), '.');
    for (std::size_t at = 0; at < state.size();) {
      for (const char side : {'b', 'w'}) ASSERT_NO_FATAL_FAILURE(check_status(state + side));
      for (at = 0; at < state.size(); ++at) {
        state[at] = state[at] == '.' ? 'b' : state[at] == 'b' ? 'w' : '.';
        if (state[at] != '.') break;
      }
    }
  }
  void check_status(const State& state) {
    const PositionStatus status = game_->status(text(state));
    if (status.kind == PositionStatus::Kind::impossible) {
      ASSERT_FALSE(goes_on(state)) << text(state) << ": " << status.why;
      ASSERT_EQ(std::ranges::count(reference_.finished(), state), 0) << text(state);
      return;
    }
    ASSERT_EQ(status_name(status.kind), status_name(status_kind(reference_.status(state))))
        << text(state) << ": " << status.why;
    ASSERT_EQ(game_->to_move(text(state)), colour_of(white_moves(state)));
    const std::optional<GameResult> result = game_->result(text(state));
    ASSERT_EQ(result.has_value(), !status.goes_on());
    if (!result) return;
    ASSERT_EQ(result->winner, winner(state)) << text(state);
    ASSERT_EQ(status.winner, winner(state)) << text(state);
    ASSERT_EQ(result->sentence, status.why);
    ASSERT_THROW(game_->moves(text(state)), GameOver) << text(state);
  }

  void check_rules() {
    ASSERT_EQ(game_->start(), text(reference_.start()));
    for (const auto& [state, unused] : reference_.values()) {
      std::set<std::string> expected, found;
      for (const State& after : reference_.after_moves(state)) expected.insert(text(after));
      const std::vector<LegalMove> moves = game_->moves(text(state));
      for (const LegalMove& move : moves) {
        found.insert(move.after);
        const std::optional<GameResult> result = game_->result(move.after);
        ASSERT_EQ(move.ending.has_value(), result.has_value()) << text(state) << move.move;
        ASSERT_EQ(move.result, result ? "" : move.after);
        if (!result) continue;
        const bool won = result->winner == colour_of(white_moves(state));
        ASSERT_EQ(*move.ending, won ? Outcome::win : Outcome::draw) << text(state) << move.move;
      }
      ASSERT_EQ(found, expected) << text(state);
      ASSERT_EQ(moves.size(), expected.size()) << text(state);
    }
  }

  // --- Tables ---

  void check_table() {
    path_ = folder_.file("t.ztb");
    SolveOptions options;
    options.threads = 1;
    options.force = true;
    solve(*game_, path_, options);
    table_.emplace(Table::open(path_));
    const VerifyReport verified = table_->verify({.threads = 1});
    ASSERT_FALSE(verified.failure) << *verified.failure;
    for (const auto& [state, plies] : reference_.values()) {
      const Value expected = reference_value(plies);
      ASSERT_EQ(to_string(table_->probe(text(state))), to_string(expected)) << text(state);
      std::map<std::string, Value> worth;
      for (const MoveValue& move : table_->moves(text(state))) worth[move.after] = move.value;
      for (const State& after : reference_.after_moves(state)) {
        ASSERT_TRUE(worth.contains(text(after))) << text(state);
        ASSERT_EQ(to_string(worth[text(after)]), to_string(value_of_move(after)))
            << text(state) << " to " << text(after);
      }
    }
    for (const State& state : reference_.finished()) {
      try {
        table_->probe(text(state));
        FAIL() << text(state) << " has a value, but the game is over";
      } catch (const GameOver& over) {
        ASSERT_EQ(over.winner(), winner(state)) << text(state);
      }
    }
  }

  void check_walk() {
    std::map<std::string, Value> all;
    for (const auto& [state, plies] : reference_.values())
      all.emplace(table_->canonical(text(state)), reference_value(plies));
    std::map<std::string, Value> walked;
    std::vector<PositionValue> block;
    for (const auto walk = table_->walk(1); walk->next(block);)
      for (const PositionValue& p : block) ASSERT_TRUE(walked.emplace(p.position, p.value).second);
    ASSERT_EQ(walked.size(), all.size());
    std::uint64_t wins = 0, losses = 0;
    for (const auto& [position, expected] : all) {
      ASSERT_TRUE(walked.contains(position)) << position;
      ASSERT_EQ(to_string(walked[position]), to_string(expected)) << position;
      wins += expected.is_win() ? 1 : 0;
      losses += expected.is_loss() ? 1 : 0;
    }
    const StatsReport stats = table_->stats({.threads = 1});
    ASSERT_EQ(stats.positions, all.size());
    ASSERT_EQ(stats.wins, wins);
    ASSERT_EQ(stats.losses, losses);
    ASSERT_EQ(stats.draws, all.size() - wins - losses);
    ASSERT_EQ(table_->info().positions, all.size());
    const CountReport count = game_->count({.threads = 1});
    ASSERT_EQ(count.totals.at("positions"),
              reference_.values().size() + reference_.finished().size());
    ASSERT_EQ(count.totals.at("over"), reference_.finished().size());
    ASSERT_EQ(count.totals.at("canonical") - count.totals.at("canonical_over"), all.size());
  }

  // Best play is as long as the value says, and each of its moves keeps the value.
  void check_lines() {
    for (const auto& [state, plies] : reference_.values()) {
      const Line line = table_->line(text(state), 200);
      if (plies != 0) {
        ASSERT_TRUE(line.complete) << text(state);
        ASSERT_EQ(line.moves.size(), static_cast<std::size_t>(std::abs(plies))) << text(state);
      }
      State here = state;
      for (const std::string& move : line.moves) {
        const State next = after(here, move);
        ASSERT_EQ(to_string(value_of_move(next)), to_string(reference_value(value(here))))
            << text(here) << ' ' << move;
        here = next;
        if (!goes_on(here)) break;
      }
      ASSERT_EQ(line.complete, !goes_on(here)) << text(state);
    }
  }
  // The state that a move, as it is written, leads to.
  State after(const State& state, const std::string& move) {
    for (const LegalMove& legal : game_->moves(text(state))) {
      if (legal.move != move) continue;
      for (const State& next : reference_.after_moves(state))
        if (text(next) == legal.after) return next;
    }
    ADD_FAILURE() << move << " is not a move of " << text(state);
    return state;
  }

  // A game played at random, graded.
  void check_grades() {
    if (start_over_) {
      ASSERT_THROW(grade_game(*table_, {}), GameOver);
      return;
    }
    std::vector<State> states = {reference_.start()};
    std::vector<std::string> moves;
    while (moves.size() < 12 && goes_on(states.back())) {
      const std::vector<LegalMove> legal = game_->moves(text(states.back()));
      moves.push_back(legal[random_() % legal.size()].move);
      states.push_back(after(states.back(), moves.back()));
    }
    const GradedGame graded = grade_game(*table_, moves);
    ASSERT_EQ(graded.moves.size(), moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const GradedMove& move = graded.moves[i];
      ASSERT_EQ(move.status, ProbeStatus::ok) << move.error;
      ASSERT_EQ(move.side, colour_of(white_moves(states[i])));
      ASSERT_EQ(to_string(move.value), to_string(value_of_move(states[i + 1])));
      ASSERT_EQ(to_string(move.best), to_string(reference_value(value(states[i]))));
      ASSERT_EQ(move.legal_moves, reference_.after_moves(states[i]).size());
    }
    ASSERT_EQ(graded.result.has_value(), !goes_on(states.back()));
    if (graded.result) {
      ASSERT_EQ(graded.result->winner, winner(states.back()));
    }
  }

  // --- Engines ---

  void check_sets() {
    const symbolic::GameModel model = symbolic::game_model_for_sets(spec_);
    const auto solution = symbolic::solve_symbolically(model.model, {.memory = 1 << 22}, {});
    std::uint64_t positions = 0, ended = 0;
    for (const symbolic::SolvedLayer& layer : solution.layers) {
      for (const symbolic::Side side : symbolic::both_sides) {
        const symbolic::SolvedSets& sets = layer.sets[side];
        positions += sets.size();
        ended += sets.ended;
        check_set(model, sets.won, side, Outcome::win);
        check_set(model, sets.lost, side, Outcome::loss);
        check_set(model, sets.drawn, side, Outcome::draw);
      }
    }
    ASSERT_EQ(positions, reference_.values().size());
    ASSERT_EQ(ended, reference_.finished().size());
    if (!one_in(100)) return;
    const ValidationReport report = validate(*table_, {.memory = 1 << 26, .threads = 1});
    ASSERT_TRUE(report.same()) << report.mistakes << report.canonical << report.in_table;
  }
  void check_set(const symbolic::GameModel& model, const symbolic::FrozenBdd& set,
                 symbolic::Side side, Outcome outcome) {
    for (std::uint64_t rank = 0; rank < set.size(); ++rank) {
      const std::string position = format_position(
          model.position(symbolic::to_board_state(set.unrank(rank)), side), model.grid);
      ASSERT_EQ(table_->probe(position).outcome(), outcome) << position;
    }
  }

  void check_search() {
    DepthOptions options;
    options.memory = 1 << 16;
    const DepthReport report = game_->shortest_win()(options);
    const auto expected = plies_to_win(reference_.start(), false);
    ASSERT_EQ(report.search.plies, expected);
    ASSERT_TRUE(expected || report.search.complete);
    ASSERT_EQ(report.depth.has_value(), expected.has_value());
    if (expected) {
      ASSERT_GE(*report.depth, *expected);
    }
  }

  ProofReport ask(ProofOptions::Method method, bool white, const std::string& path,
                  const std::string& start = "", bool stepwise = true,
                  std::optional<int> depth = std::nullopt) {
    ProofOptions options;
    options.method = method;
    options.white = white;
    options.start = start;
    options.stepwise = stepwise;
    options.depth = depth;
    return prove(spec_, path, options);
  }

  void check_proofs() {
    using Method = ProofOptions::Method;
    const State& start = reference_.start();
    for (const bool white : {false, true}) {
      const auto expected = plies_to_win(start, white);
      const std::string strategy = folder_.file("s.aag");
      for (const Method method : {Method::ic3, Method::table}) {
        if (method == Method::table && !one_in(3)) continue;
        const ProofReport report = ask(method, white, strategy, "", !one_in(2));
        ASSERT_NO_FATAL_FAILURE(check_report(report, expected, report.method));
        one_in(2) ? check_strategy_file(strategy, start) : follow_strategy(strategy, start);
        if (testing::Test::HasFatalFailure()) return;
      }
      const int depth = expected && *expected > 0 ? *expected : 3;
      const bool certify = one_in(3);
      const ProofReport qbf = ask(Method::qbf, white, certify ? strategy : "", "", true, depth);
      ASSERT_NO_FATAL_FAILURE(check_bounded(qbf, expected, depth, "qbf"));
      ASSERT_EQ(qbf.certified, certify) << white;
      if (certify) follow_strategy(strategy, start);
    }
    const ProofReport search = ask(Method::search, false, "");
    check_report(search, plies_to_win(start, false), "search");
  }
  static void check_report(const ProofReport& report, std::optional<int> expected,
                           const std::string& who) {
    ASSERT_EQ(report.verdict == ProofReport::Verdict::win, expected.has_value()) << who;
    ASSERT_NE(report.verdict, ProofReport::Verdict::unknown) << who;
    ASSERT_EQ(report.complete, !expected) << who;
    if (!expected) return;
    ASSERT_TRUE(report.plies) << who;
    ASSERT_GE(*report.plies, *expected) << who;
    ASSERT_LT(report.refuted, std::max(*expected, 1)) << who;
    if (who != "ic3" || report.refuted + 1 >= *report.plies) {
      ASSERT_EQ(*report.plies, *expected) << who;
    }
  }
  static void check_bounded(const ProofReport& report, std::optional<int> expected, int depth,
                            const std::string& who) {
    const bool wins = expected && *expected <= depth;
    ASSERT_EQ(report.verdict, wins ? ProofReport::Verdict::win : ProofReport::Verdict::no_win)
        << who;
    if (wins) {
      ASSERT_EQ(report.plies, expected) << who;
    } else {
      ASSERT_FALSE(expected && report.complete) << who;
    }
  }

  // The checker accepts it, and it names existing moves all the way.
  void check_strategy_file(const std::string& path, const State& start) {
    StrategyCheckOptions one_thread;
    one_thread.threads = 1;
    const StrategyCheckReport report = zermelo::check_strategy(path, one_thread);
    ASSERT_FALSE(report.fault) << report.sentence << ' ' << report.fault->sentence;
    follow_strategy(path, start);
  }
  void follow_strategy(const std::string& path, const State& start) {
    if (!goes_on(start)) return;
    const StrategyFile strategy = StrategyFile::open(path);
    const bool owner_is_white = strategy.info().owner_is_white;
    std::set<State> seen = {start};
    std::vector<State> waiting = {start};
    while (!waiting.empty()) {
      const State state = waiting.back();
      waiting.pop_back();
      const StrategyAnswer said = strategy.answer(text(state));
      // (A bounded claim not to lose says nothing about what comes after the last ply.)
      const bool bounded = !strategy.info().wins && strategy.info().plies;
      if (!said.is_member && bounded) continue;
      ASSERT_TRUE(said.is_member) << text(state) << ' ' << strategy.info().sentence;
      std::vector<State> next = reference_.after_moves(state);
      if (white_moves(state) == owner_is_white) {
        if (bounded && said.rank == 0) continue;
        next = {after(state, said.move)};
      }
      for (const State& to : next) {
        if (goes_on(to) && seen.insert(to).second) waiting.push_back(to);
        if (goes_on(to)) continue;
        const auto won = winner(to);
        const bool well = won == colour_of(owner_is_white) || (!won && !strategy.info().wins);
        ASSERT_TRUE(well || bounded) << text(state) << " to " << text(to);
      }
    }
  }

  // A different position to begin in; positions in which the game is over are refused.
  void check_starts() {
    using Method = ProofOptions::Method;
    const auto& values = reference_.values();
    const std::string path = folder_.file("from.aag");
    if (!values.empty()) {
      const State state =
          std::next(values.begin(), static_cast<long>(random_() % values.size()))->first;
      for (const bool white : {false, true}) {
        const auto expected = plies_to_win(state, white);
        const ProofReport report = ask(Method::ic3, white, path, text(state));
        ASSERT_NO_FATAL_FAILURE(check_report(report, expected, "ic3")) << text(state);
        ASSERT_NO_FATAL_FAILURE(check_strategy_file(path, state)) << text(state);
        if (!one_in(4)) continue;
        ASSERT_NO_FATAL_FAILURE(
            check_report(ask(Method::table, white, "", text(state)), expected, "table"));
        const int depth = expected.value_or(3);
        check_bounded(ask(Method::qbf, white, "", text(state), true, depth), expected, depth,
                      "qbf");
      }
    }
    if (reference_.finished().empty()) return;
    const std::string over = text(reference_.finished()[random_() % reference_.finished().size()]);
    for (const Method method : {Method::ic3, Method::qbf, Method::table, Method::automatic})
      ASSERT_THROW(ask(method, false, "", over, true, std::nullopt), GameOver) << over;
  }

  void check_table_strategies() {
    const std::string path = folder_.file("of-table.aag");
    const State& start = reference_.start();
    if (start_over_) {
      ASSERT_THROW(write_table_strategy(*table_, game_->start(), path, {}), GameOver);
      return;
    }
    for (const auto form :
         {TableStrategyOptions::Form::positions, TableStrategyOptions::Form::cubes}) {
      TableStrategyOptions options;
      options.form = form;
      write_table_strategy(*table_, game_->start(), path, options);
      ASSERT_NO_FATAL_FAILURE(check_strategy_file(path, start));
      const StrategyInfo info = StrategyFile::open(path).info();
      const auto plies = plies_to_win(start, info.owner_is_white);
      ASSERT_EQ(info.wins, plies.has_value());
      if (plies) {
        ASSERT_EQ(info.plies, plies);
      }
    }
  }

  // --- Formulas ---

  void check_formulas() {
    const auto expected = plies_to_win(reference_.start(), false);
    const bool black_has_goal = !written_.goals[0].empty();
    for (int depth = written_.white_first ? 2 : 1; depth <= 3; ++depth) {
      const proof::BoundedGame bounded = proof::bounded_game(spec_, depth);
      const bool lifted = test::is_true_qcir(to_qcir(lifted_formula(bounded)));
      ASSERT_EQ(lifted, test::is_true_qcir(to_qcir(grounded_formula(bounded).formula))) << depth;
      // (A goal and leaving White without a move count differently at odd depths.)
      if (black_has_goal && written_.stuck_loses && depth % 2 != 0) continue;
      const int plies = proof::plies_of_depth(bounded);
      ASSERT_EQ(lifted, expected && *expected <= plies) << depth << ' ' << plies;
    }
  }

  // "Black (or White) does not lose", as a problem of the synthesis competition.
  void check_safety_game() {
    for (const bool white : {false, true}) {
      const std::string path = folder_.file("game.aag");
      write_safety_game(spec_, white, path);
      const bool loses = plies_to_win(reference_.start(), !white).has_value();
      ProofOptions options;
      options.method = ProofOptions::Method::ic3;
      const ProofReport report = solve_safety_game(path, "", options);
      ASSERT_EQ(report.verdict, loses ? ProofReport::Verdict::win : ProofReport::Verdict::no_win)
          << white;
    }
  }

  // --- All at once ---

  void check_crosscheck() {
    CrosscheckOptions options;
    options.threads = 1;
    options.memory = 1 << 28;
    const CrosscheckReport report = crosscheck(spec_, options);
    ASSERT_TRUE(report.agrees()) << report.disagreement;
    const auto expected = plies_to_win(reference_.start(), false);
    for (const CrosscheckRow& row : report.rows) {
      if (row.engine == "qbf" && row.verdict == CrosscheckRow::Verdict::no_win && !row.complete) {
        ASSERT_TRUE(!expected || *expected > row.refuted);
        continue;
      }
      ASSERT_EQ(row.verdict,
                expected ? CrosscheckRow::Verdict::win : CrosscheckRow::Verdict::no_win)
          << row.engine << ' ' << row.note;
      if (row.plies) {
        ASSERT_EQ(row.plies, expected) << row.engine;
      }
    }
    ASSERT_GE(report.rows.size(), 4u);
  }

  // --- Other interfaces ---

  void check_puzzles() {
    PuzzleConditions conditions;
    conditions.only_move = true;
    MineOptions options;
    options.threads = 1;
    std::set<std::string> found;
    table_->mine(conditions, options, [&](const Puzzle& puzzle) {
      found.insert(puzzle.position);
      EXPECT_EQ(to_string(puzzle.value), to_string(table_->probe(puzzle.position)));
      return true;
    });
    for (const auto& [state, plies] : reference_.values()) {
      int winning = 0;
      for (const State& to : reference_.after_moves(state))
        winning += value_of_move(to).is_win() ? 1 : 0;
      if (winning == 1) {
        ASSERT_TRUE(found.contains(table_->canonical(text(state)))) << text(state);
      }
    }
  }

  void check_c_interface() {
    zermelo_table* table = nullptr;
    ASSERT_EQ(zermelo_open(path_.c_str(), &table), ZERMELO_OK) << zermelo_last_error();
    for (const auto& [state, plies] : reference_.values()) {
      zermelo_value value;
      ASSERT_EQ(zermelo_probe(table, text(state).c_str(), &value), ZERMELO_OK);
      ASSERT_EQ(value.plies, std::abs(plies));
      ASSERT_EQ(value.outcome, plies > 0 ? 1 : plies < 0 ? -1 : 0);
      zermelo_move_list* moves = nullptr;
      ASSERT_EQ(zermelo_moves(table, text(state).c_str(), &moves), ZERMELO_OK);
      ASSERT_EQ(moves->count, reference_.after_moves(state).size());
      zermelo_free_moves(moves);
    }
    for (const State& state : reference_.finished()) {
      zermelo_value value;
      ASSERT_EQ(zermelo_probe(table, text(state).c_str(), &value), ZERMELO_GAME_OVER);
    }
    zermelo_close(table);
  }

  // The program, for a user.
  void check_program() {
    std::string list;
    std::vector<State> states;
    for (const auto& [state, unused] : reference_.values()) states.push_back(state);
    states.insert(states.end(), reference_.finished().begin(), reference_.finished().end());
    for (const State& state : states) list += text(state) + "\n";
    const auto probed = test::run_program(test::Launch{
        .arguments = {"probe", path_, "--from", "-", "--moves", "--line"}, .input = list});
    ASSERT_EQ(probed.exit_code, 0) << probed.error;
    std::size_t at = 0;
    for (const State& state : states) {
      const std::size_t end = probed.output.find('\n', at);
      const Json json = Json::parse(probed.output.substr(at, end - at));
      at = end + 1;
      if (!goes_on(state)) {
        ASSERT_EQ(json.value("code", ""), "game_over") << json;
        continue;
      }
      ASSERT_EQ(json["value"], outcome_name(reference_value(value(state)).outcome())) << json;
      ASSERT_EQ(json["moves"].size(), reference_.after_moves(state).size()) << json;
    }
    test::output_of({"stats", path_, "--json"});
    const std::string verified = test::output_of({"verify", path_});
    ASSERT_FALSE(verified.empty());
  }

  int number_;
  const CornerGame& written_;
  GameSpec spec_;
  CornerReference reference_;
  const test::TemporaryFolder& folder_;
  std::mt19937 random_;
  std::shared_ptr<const Game> game_;
  bool start_over_ = false;
  std::string path_;
  std::optional<Table> table_;
};

void count_kinds(const CornerGame& game, Drawn& drawn) {
  const CornerReference reference(game);
  if (reference.start_has_goal()) return;
  const bool over = reference.status(reference.start()) != RefKind::to_move;
  drawn.count("White begins", game.white_first);
  drawn.count("the start has no move", over);
  drawn.count("a move fulfils the opponent's goal", reference.has_opponents_goal());
  drawn.count("two actions do the same", reference.has_twin_moves());
  drawn.count("a side without a move loses", game.stuck_loses);
  drawn.count("a side without actions", game.actions[0].empty() || game.actions[1].empty());
  drawn.count("one row or column", game.columns == 1 || game.rows == 1);
  drawn.count("nobody has a goal", game.goals[0].empty() && game.goals[1].empty());
  drawn.count("play can go round", reference.goes_round());
  if (over) return;
  const int value = reference.values().at(reference.start());
  drawn.count("won by the side that begins", value > 0);
  drawn.count("lost by the side that begins", value < 0);
  drawn.count("drawn", value == 0);
}

// ZERMELO_RANDOM_GAMES=FIRST:COUNT selects other games than these.
std::pair<int, int> games_wanted() {
  if (const char* wanted = std::getenv("ZERMELO_RANDOM_GAMES")) {
    int first = 0, count = 0;
    if (std::sscanf(wanted, "%d:%d", &first, &count) == 2) return {first, count};
  }
  return {0, test::long_tests() ? 100'000 : 1000};
}

TEST(RandomGames, AreTheSameForEveryEngineAndVerb) {
  const auto [first, count] = games_wanted();
  const test::TemporaryFolder folder = test::TemporaryFolder::in_memory();
  Drawn drawn;
  int played = 0, refused = 0;
  for (int number = first; played < count; ++number) {
    std::mt19937 random(static_cast<unsigned>(number));
    const CornerGame game = random_corner_game(random);
    SCOPED_TRACE(fmt::format("game {}, stuck {}\n{}{}", number,
                             game.stuck_loses ? "loses" : "draws", game.domain(), game.problem()));
    if (CornerReference(game).start_has_goal()) {
      ++refused;
      ASSERT_THROW(make_game(corner_spec(game)), UsageError);
      continue;
    }
    ++played;
    count_kinds(game, drawn);
    CornerCheck(game, number, folder).run();
    if (HasFatalFailure()) return;
  }
  std::cout << played << " games; " << refused << " more refused, for their start is won\n";
  for (const auto& [what, games] : drawn.games) {
    std::cout << "  " << games << ": " << what << '\n';
    EXPECT_GT(games, 0) << what;
  }
}

}  // namespace
}  // namespace zermelo::random_games
