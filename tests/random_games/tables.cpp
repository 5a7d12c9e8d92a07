// SPDX-License-Identifier: MIT
// Tables as the library and the C interface read them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "gen/error.h"
#include "probe/grade.h"
#include "probe/zermelo.h"
#include "tests/random_games/checks.h"

namespace zermelo::random_games {
namespace {

void check_values_of(GameUnderTest& g, const State& state) {
  const std::string text = g.text(state);
  ASSERT_EQ(to_string(g.table().probe(text)), to_string(g.value(state))) << text;
  std::map<std::string, Value> found;
  for (const MoveValue& move : g.table().moves(text)) found[move.after] = move.value;
  const std::map<std::string, Value> expected = g.values_of_moves(state);
  ASSERT_EQ(found.size(), expected.size()) << text;
  for (const auto& [after, value] : expected) {
    ASSERT_TRUE(found.contains(after)) << text;
    ASSERT_EQ(to_string(found[after]), to_string(value)) << text << " to " << after;
  }
}

void check_is_over(GameUnderTest& g, const State& state) {
  try {
    g.table().probe(g.text(state));
    FAIL() << g.text(state) << " has a value, but the game is over";
  } catch (const GameOver& over) {
    ASSERT_EQ(over.winner(), g.winner(state)) << g.text(state);
  }
}

struct Outcomes {
  std::uint64_t wins = 0, losses = 0;
};

void check_walk(GameUnderTest& g, const std::map<std::string, Value>& all) {
  std::map<std::string, Value> walked;
  std::vector<PositionValue> block;
  for (const auto walk = g.table().walk(1); walk->next(block);)
    for (const PositionValue& p : block) ASSERT_TRUE(walked.emplace(p.position, p.value).second);
  ASSERT_EQ(walked.size(), all.size());
  for (const auto& [position, expected] : all) {
    ASSERT_TRUE(walked.contains(position)) << position;
    ASSERT_EQ(to_string(walked[position]), to_string(expected)) << position;
  }
}

// Each move of a line keeps the value.
void check_line(GameUnderTest& g, const State& state) {
  const Line line = g.table().line(g.text(state), 200);
  const int plies = g.plies(state);
  if (plies != 0) {
    ASSERT_TRUE(line.complete) << g.text(state);
    ASSERT_EQ(line.moves.size(), static_cast<std::size_t>(std::abs(plies))) << g.text(state);
  }
  State here = state;
  for (const std::string& move : line.moves) {
    const State next = g.after(here, move);
    ASSERT_EQ(to_string(g.value_of_move(next)), to_string(g.value(here)))
        << g.text(here) << ' ' << move;
    here = next;
    if (!g.goes_on(here)) break;
  }
  ASSERT_EQ(line.complete, !g.goes_on(here)) << g.text(state);
}

int winning_moves(const GameUnderTest& g, const State& state) {
  return static_cast<int>(
      std::ranges::count_if(g.reference().after_moves(state),
                            [&](const State& to) { return g.value_of_move(to).is_win(); }));
}

// --- In C ----------------------------------------------------------------------------------------

void check_same(const zermelo_value& found, int plies) {
  ASSERT_EQ(found.plies, std::abs(plies));
  ASSERT_EQ(found.outcome, plies > 0 ? 1 : plies < 0 ? -1 : 0);
}

int32_t side_in_c(std::optional<Colour> side) {
  if (!side) return ZERMELO_NOBODY;
  return *side == Colour::white ? ZERMELO_WHITE : ZERMELO_BLACK;
}

// What the rules say of a state, over or not.
void check_rules_in_c(const GameUnderTest& g, const zermelo_rules* rules, const State& state) {
  const std::string text = g.text(state);
  const bool over = !g.goes_on(state);
  zermelo_game_state found;
  ASSERT_EQ(zermelo_state_of(rules, text.c_str(), &found), ZERMELO_OK) << text;
  ASSERT_EQ(found.to_move, side_in_c(colour_of(GameUnderTest::white_moves(state)))) << text;
  ASSERT_EQ(found.over, over ? 1 : 0) << text;
  ASSERT_EQ(found.winner, over ? side_in_c(g.winner(state)) : ZERMELO_NOBODY) << text;
  zermelo_legal_move_list* moves = nullptr;
  const zermelo_status status = zermelo_legal_moves(rules, text.c_str(), &moves);
  ASSERT_EQ(status, over ? ZERMELO_GAME_OVER : ZERMELO_OK) << text;
  if (over) return;
  EXPECT_EQ(moves->count, g.reference().after_moves(state).size()) << text;
  zermelo_free_legal_moves(moves);
}

void check_state_in_c(const GameUnderTest& g, const zermelo_table* table, const State& state) {
  const std::string text = g.text(state);
  const int plies = g.plies(state);
  zermelo_value value;
  ASSERT_EQ(zermelo_probe(table, text.c_str(), &value), ZERMELO_OK);
  ASSERT_NO_FATAL_FAILURE(check_same(value, plies)) << text;
  zermelo_move_list* moves = nullptr;
  ASSERT_EQ(zermelo_moves(table, text.c_str(), &moves), ZERMELO_OK);
  ASSERT_EQ(moves->count, g.reference().after_moves(state).size());
  zermelo_free_moves(moves);
  zermelo_line* line = nullptr;
  ASSERT_EQ(zermelo_best_line(table, text.c_str(), 200, &line), ZERMELO_OK);
  if (plies != 0) {
    EXPECT_EQ(line->count, static_cast<std::size_t>(std::abs(plies))) << text;
  }
  zermelo_free_line(line);
}

void check_over_in_c(const GameUnderTest& g, const zermelo_table* table, const State& state) {
  const std::string text = g.text(state);
  zermelo_value value;
  ASSERT_EQ(zermelo_probe(table, text.c_str(), &value), ZERMELO_GAME_OVER);
  zermelo_line* line = nullptr;
  ASSERT_EQ(zermelo_best_line(table, text.c_str(), 200, &line), ZERMELO_GAME_OVER);
}

}  // namespace

void check_values(GameUnderTest& g) {
  const VerifyReport verified = g.table().verify({.threads = 1});
  ASSERT_FALSE(verified.failure) << *verified.failure;
  for (const auto& [state, unused] : g.reference().values())
    ASSERT_NO_FATAL_FAILURE(check_values_of(g, state));
  for (const State& state : g.reference().finished())
    ASSERT_NO_FATAL_FAILURE(check_is_over(g, state));
}

void check_walk_and_counts(GameUnderTest& g) {
  std::map<std::string, Value> all;
  for (const auto& [state, unused] : g.reference().values())
    all.emplace(g.table().canonical(g.text(state)), g.value(state));
  ASSERT_NO_FATAL_FAILURE(check_walk(g, all));
  Outcomes expected;
  for (const auto& [position, value] : all) {
    expected.wins += value.is_win() ? 1 : 0;
    expected.losses += value.is_loss() ? 1 : 0;
  }
  const StatsReport stats = g.table().stats({.threads = 1});
  ASSERT_EQ(stats.positions, all.size());
  ASSERT_EQ(stats.wins, expected.wins);
  ASSERT_EQ(stats.losses, expected.losses);
  ASSERT_EQ(stats.draws, all.size() - expected.wins - expected.losses);
  ASSERT_EQ(g.table().info().positions, all.size());
  const CountReport count = g.game().count({.threads = 1});
  ASSERT_EQ(count.totals.at("positions"), g.states().size());
  ASSERT_EQ(count.totals.at("over"), g.reference().finished().size());
  ASSERT_EQ(count.totals.at("canonical") - count.totals.at("canonical_over"), all.size());
}

void check_lines(GameUnderTest& g) {
  for (const auto& [state, unused] : g.reference().values())
    ASSERT_NO_FATAL_FAILURE(check_line(g, state));
}

void check_grades(GameUnderTest& g) {
  if (g.over_at_start()) {
    ASSERT_THROW(grade_game(g.table(), {}), GameOver);
    return;
  }
  const auto& [states, moves] = g.played();
  const GradedGame graded = grade_game(g.table(), moves);
  ASSERT_EQ(graded.moves.size(), moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const GradedMove& move = graded.moves[i];
    ASSERT_EQ(move.status, ProbeStatus::ok) << move.error;
    ASSERT_EQ(move.side, colour_of(GameUnderTest::white_moves(states[i])));
    ASSERT_EQ(to_string(move.value), to_string(g.value_of_move(states[i + 1])));
    ASSERT_EQ(to_string(move.best), to_string(g.value(states[i])));
    ASSERT_EQ(move.legal_moves, g.reference().after_moves(states[i]).size());
  }
  ASSERT_EQ(graded.result.has_value(), !g.goes_on(states.back()));
  if (graded.result) {
    ASSERT_EQ(graded.result->winner, g.winner(states.back()));
  }
}

void check_puzzles(GameUnderTest& g) {
  if (!g.one_in(5)) return;
  PuzzleConditions conditions;
  conditions.only_move = true;
  MineOptions options;
  options.threads = 1;
  std::set<std::string> found;
  g.table().mine(conditions, options, [&](const Puzzle& puzzle) {
    found.insert(puzzle.position);
    EXPECT_EQ(to_string(puzzle.value), to_string(g.table().probe(puzzle.position)));
    return true;
  });
  for (const auto& [state, unused] : g.reference().values()) {
    if (winning_moves(g, state) != 1) continue;
    ASSERT_TRUE(found.contains(g.table().canonical(g.text(state)))) << g.text(state);
  }
}

void check_c_interface(GameUnderTest& g) {
  if (!g.one_in(5)) return;
  zermelo_table* table = nullptr;
  zermelo_rules* rules = nullptr;
  ASSERT_EQ(zermelo_open(g.table_path().c_str(), &table), ZERMELO_OK) << zermelo_last_error();
  ASSERT_EQ(zermelo_table_rules(table, &rules), ZERMELO_OK) << zermelo_last_error();
  for (const State& state : g.states()) {
    check_rules_in_c(g, rules, state);
    g.goes_on(state) ? check_state_in_c(g, table, state) : check_over_in_c(g, table, state);
  }
  zermelo_close_rules(rules);
  zermelo_close(table);
}

}  // namespace zermelo::random_games
