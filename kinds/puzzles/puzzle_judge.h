// SPDX-License-Identifier: MIT
// Decides whether a position is a puzzle that meets given conditions. Most positions are not
// puzzles, so the cheapest test that can rule one out comes first: the stored value, then what the
// position itself tells, then the values of the few moves that matter most, then those of all
// moves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/puzzle.h"

namespace zermelo {

// Whether nothing can meet the conditions: no position is both a win and a draw.
inline bool contradictory(const PuzzleConditions& c) {
  return c.capture_refused && (c.win_in || c.win_by || c.only_line || c.sacrifice);
}

// Throws UsageError if the conditions ask for plies in a table of scores, or the other way round,
// or for what a table of outcomes or of plies to zeroing does not tell.
inline void check_metric(const PuzzleConditions& c, Metric metric) {
  if (c.win_in && metric == Metric::outcome)
    throw UsageError(
        "This table tells who wins, not in how many plies: it cannot be asked for wins in a number "
        "of plies (win-in).");
  if (c.only_line && metric == Metric::outcome)
    throw UsageError(
        "This table tells who wins, not in how many plies: it knows no fastest lines (only-line), "
        "but single winning moves (only-move).");
  if (c.win_by && tells_only_results(metric))
    throw UsageError(
        "This table holds no scores: it cannot be asked for wins by a score (win-by).");
  if (c.win_in && metric == Metric::score)
    throw UsageError(
        "This table holds scores: ask for a win by a score (win-by), not in a number of plies "
        "(win-in).");
  if (c.win_by && metric == Metric::distance)
    throw UsageError(
        "This table holds plies: ask for a win in a number of plies (win-in), not by a score "
        "(win-by).");
  if (c.win_by && metric == Metric::moves)
    throw UsageError(
        "This table holds moves to a goal: ask for a number of them (win-in), not for a score "
        "(win-by).");
}

// Chooser finds moves and their values: see kinds/choices.h. Rules is the game's class of
// puzzle rules: see kinds/puzzles/ostle_puzzle_rules.h and kinds/puzzles/grid_puzzle_rules.h. Each
// thread needs its own.
template <class Chooser, class Rules>
class PuzzleJudge {
 public:
  using State = typename Chooser::State;

  // The objects that it refers to must outlive the judge.
  PuzzleJudge(Chooser chooser, const Rules& rules, const PuzzleConditions& conditions)
      : chooser_(std::move(chooser)), rules_(rules), conditions_(conditions) {}

  // Whether a position with that value may be a puzzle, as far as its pieces tell.
  bool wants(const State& state) const {
    return !conditions_.pieces || *conditions_.pieces == rules_.pieces(state);
  }

  // Whether positions with that value may be puzzles.
  bool wants(Value v) const {
    if (wants_draws()) return v.is_draw() && !contradictory(conditions_);
    // (A win by endless play has no end that a solution could show.)
    if (!wins(v) || v.amount(chooser_.metric()) == 0) return false;
    // (A move that ends the game at once does not give up anything.)
    const bool counts_plies = chooser_.metric() != Metric::score;
    if (conditions_.sacrifice && counts_plies && !tells_only_results() && v.plies() == 1)
      return false;
    const auto& range = counts_plies ? conditions_.win_in : conditions_.win_by;
    const int amount = v.amount(chooser_.metric());
    return !range || (amount >= range->first && amount <= range->last);
  }

  // A canonical position for which both are wanted.
  struct Candidate {
    State state;
    Value value = {};
    typename Chooser::Asked moves = {};  // the first ones to look at
  };
  // Asks for what accepts() needs first; best done some candidates ahead.
  void ask(Candidate& c) const {
    chooser_.ask(
        c.state, [&](const MadeMove& o) { return comes_first(c.state, o); }, c.moves);
  }
  // Whether it is a puzzle; to be called after ask().
  bool accepts(Candidate& c) {
    if (conditions_.sacrifice && !needs_sacrifice(c)) return false;
    if (conditions_.capture_refused && !refuses_captures(c)) return false;
    if (conditions_.reachable && !rules_.is_reachable(c.state)) return false;
    if (looks_at_moves() && !moves_fit(c.state, c.value)) return false;
    return !conditions_.only_line || has_only_line(c.state, c.value);
  }

 private:
  using MadeMove = typename Chooser::MadeMove;
  using Choice = typename Chooser::Choice;
  using Choices = typename Chooser::Choices;

  bool wants_draws() const {
    if constexpr (requires { rules_.wants_draws(); }) {
      if (rules_.wants_draws()) return true;
    }
    return conditions_.capture_refused;
  }
  bool tells_only_results() const { return zermelo::tells_only_results(chooser_.metric()); }
  Outcome result(Value v) const { return v.result(chooser_.metric()); }
  bool wins(Value v) const { return result(v) == Outcome::win; }

  bool comes_first(const State& state, const MadeMove& made) const {
    if (conditions_.sacrifice) return rules_.gives_up(state, made);
    return conditions_.capture_refused && rules_.captures(state, made);
  }

  bool needs_sacrifice(Candidate& c) {
    const Choices& sacrifices = chooser_.answer(c.moves);
    if (!any_wins(sacrifices)) return false;
    // (As in wants(), where the value does not show it.)
    const auto ends_at_once = [&](const Choice& m) { return m.ends() && wins(m.value); };
    if (tells_only_results() && std::ranges::any_of(sacrifices, ends_at_once)) return false;
    return !any_wins(
        chooser_.choose(c.state, [&](const MadeMove& o) { return !rules_.gives_up(c.state, o); }));
  }

  bool any_wins(const Choices& choices) const {
    return std::ranges::any_of(choices, [&](const auto& c) { return wins(c.value); });
  }

  bool refuses_captures(Candidate& c) const {
    const auto& captures = chooser_.answer(c.moves);
    return !captures.empty() && std::ranges::all_of(captures, [&](const auto& choice) {
      return result(choice.value) == Outcome::loss;
    });
  }

  bool looks_at_moves() const {
    return conditions_.only_move || conditions_.quiet_key || !conditions_.own.empty();
  }

  bool moves_fit(const State& state, Value value) {
    const Choices& choices = chooser_.choose(state);
    const Choice* key = nullptr;
    for (const Choice& c : choices) {
      if (result(c.value) != result(value)) continue;
      if (conditions_.only_move && key != nullptr && !key->same_result(c)) return false;
      if (!rules_.may_be_key(state, c.made)) return false;
      if (conditions_.quiet_key && c.value == value && !is_quiet(state, c.made)) return false;
      key = &c;
    }
    return key != nullptr;
  }

  bool is_quiet(const State& state, const MadeMove& made) const {
    return !rules_.captures(state, made) && !rules_.gives_up(state, made) &&
           !rules_.threatens(state, made);
  }

  // A state that has to be looked at, with its value.
  struct Reached {
    State state;
    Value value;
    bool solver_to_move;
  };

  // All lines in which the defender plays longest defences: each state in which the solver is to
  // move has one move that keeps the value.
  bool has_only_line(const State& root, Value value) {
    std::vector<Reached> waiting = {{root, value, true}};
    std::set<typename Rules::Identity> seen;
    while (!waiting.empty()) {
      const Reached here = waiting.back();
      waiting.pop_back();
      const Choice* key = nullptr;  // the solver's
      for (const Choice& c : chooser_.choose(here.state)) {
        if (c.value != here.value) continue;
        if (key != nullptr && !key->same_result(c)) return false;
        const bool is_twice = key != nullptr;
        if (here.solver_to_move) key = &c;
        if (!is_twice && chooser_.leads_on(c)) go_on(here, c, waiting, seen);
      }
      if (here.solver_to_move && key == nullptr) return false;
    }
    return true;
  }

  // Each of the solver's states is looked at once, and each between two moves of one side. (So none
  // comes again for ever.)
  void go_on(const Reached& here, const Choice& c, std::vector<Reached>& waiting,
             std::set<typename Rules::Identity>& seen) const {
    const bool passes_turn = Chooser::next_mover(c.made) == NextMover::other;
    const State next = chooser_.next(here.state, c);
    const bool solver_to_move = here.solver_to_move != passes_turn;
    const bool marks = solver_to_move || !passes_turn;
    if (marks && !seen.insert(rules_.identity(next)).second) return;
    waiting.push_back({next, chooser_.after_move(c.made, here.value), solver_to_move});
  }

  Chooser chooser_;
  const Rules& rules_;
  const PuzzleConditions& conditions_;
};

}  // namespace zermelo
