// SPDX-License-Identifier: MIT
// Decides whether a position is a puzzle that meets given conditions. Most positions are no
// puzzle, so the cheapest question that can say so is asked first: the stored value, then what the
// position itself tells, then the values of the few moves that matter most, then of all.
#pragma once

#include <cstdint>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "probe/choices.h"
#include "probe/puzzle.h"

namespace zermelo {

// Rules is the game's class of puzzle rules: see gen/ostle/puzzle_conditions.h. One a thread.
template <class Game, class Values, class Rules>
class PuzzleJudge {
 public:
  using State = GameState<Game>;

  // All must outlive the judge.
  PuzzleJudge(const Game& game, const Values& values, const Rules& rules,
              const PuzzleConditions& conditions)
      : game_(game), rules_(rules), conditions_(conditions), chooser_(game, values) {}

  // Whether positions of the slice may be puzzles.
  static bool wants_slice(const Rules& rules, const PuzzleConditions& c, int slice) {
    if (c.sacrifice && !rules.can_sacrifice(slice)) return false;
    const auto [own, opponent] = rules.pieces(slice);
    return !c.pieces || *c.pieces == PieceCounts{own, opponent};
  }

  // Whether positions of that value may be.
  bool wants(Value v) const {
    if (conditions_.capture_refused) return v.is_draw() && !contradictory(conditions_);
    // (A move that ends the game at once gives up nothing.)
    if (!v.is_win() || (conditions_.sacrifice && v.plies() == 1)) return false;
    const auto& range = conditions_.win_in;
    return !range || (v.plies() >= range->first && v.plies() <= range->last);
  }

  // No position is both a win and a draw.
  static bool contradictory(const PuzzleConditions& c) {
    return c.capture_refused && (c.win_in || c.only_line || c.sacrifice);
  }

  // A canonical position of a wanted slice and value.
  struct Candidate {
    State state;
    Value value = {};
    std::uint8_t stabiliser = 0;
    typename Chooser<Game, Values>::Asked moves = {};  // the first ones to look at
  };
  // Asks for what accepts() needs first: best done for some candidates ahead.
  void ask(Candidate& c) const {
    chooser_.ask(
        c.state, [&](const Option& o) { return comes_first(c.state.slice, o); }, c.moves);
  }
  // Whether it is a puzzle; after ask().
  bool accepts(Candidate& c) {
    if (conditions_.sacrifice && !needs_sacrifice(c)) return false;
    if (conditions_.capture_refused && !refuses_captures(c)) return false;
    if (conditions_.reachable && !is_reachable(c.state, c.stabiliser)) return false;
    if (looks_at_moves() && !moves_fit(c.state, c.value)) return false;
    return !conditions_.only_line || has_only_line(c.state, c.value);
  }

 private:
  using Option = typename Game::Option;
  using Choices = typename Chooser<Game, Values>::Choices;

  bool comes_first(int slice, const Option& option) const {
    if (conditions_.sacrifice) return rules_.gives_up(slice, option);
    return conditions_.capture_refused && rules_.captures(slice, option);
  }

  bool needs_sacrifice(Candidate& c) {
    if (!any_wins(chooser_.answer(c.moves))) return false;
    return !any_wins(chooser_.choose(
        c.state, [&](const Option& o) { return !rules_.gives_up(c.state.slice, o); }));
  }

  static bool any_wins(const Choices& choices) {
    return std::ranges::any_of(choices, [](const auto& c) { return c.value.is_win(); });
  }

  bool refuses_captures(Candidate& c) const {
    const auto& captures = chooser_.answer(c.moves);
    return !captures.empty() &&
           std::ranges::all_of(captures, [](const auto& choice) { return choice.value.is_loss(); });
  }

  bool is_reachable(const State& state, std::uint8_t stabiliser) const {
    return game_.possible_replies(state.slice, state.position, stabiliser) >> Game::no_slot_number &
           1;
  }

  bool looks_at_moves() const {
    return conditions_.only_move || conditions_.quiet_key || !conditions_.own.empty();
  }

  bool moves_fit(const State& state, Value value) {
    const Choices& choices = chooser_.choose(state);
    const Choice<Game>* key = nullptr;
    for (const Choice<Game>& c : choices) {
      if (c.value.outcome() != value.outcome()) continue;
      if (conditions_.only_move && key != nullptr && !key->same_result(c)) return false;
      if (!rules_.may_be_key(state.position, c.option)) return false;
      if (conditions_.quiet_key && c.value == value && !is_quiet(state.slice, c.option))
        return false;
      key = &c;
    }
    return key != nullptr;
  }

  bool is_quiet(int slice, const Option& option) const {
    return !rules_.captures(slice, option) && !rules_.gives_up(slice, option) &&
           !rules_.threatens(option);
  }

  // The solver's states of all lines in which the defender plays longest defences, each once.
  bool has_only_line(const State& root, Value value) {
    std::vector<std::pair<State, Value>> waiting = {{root, value}};
    std::set<Identity> seen;
    while (!waiting.empty()) {
      const auto [state, v] = waiting.back();
      waiting.pop_back();
      const Choice<Game>* key = nullptr;
      for (const Choice<Game>& c : chooser_.choose(state)) {
        if (c.value != v) continue;
        if (key != nullptr && !key->same_result(c)) return false;
        key = &c;
      }
      if (key == nullptr) return false;
      if (key->ends()) continue;
      const State defender = chooser_.next(state, *key);
      const Value defence = Value::loss(v.plies() - 1);
      for (const Choice<Game>& c : chooser_.choose(defender)) {
        if (c.value != defence || c.ends()) continue;
        const State next = chooser_.next(defender, c);
        if (seen.insert(identity(next)).second) {
          waiting.emplace_back(next, Value::win(v.plies() - 2));
        }
      }
    }
    return true;
  }

  // Of a state up to symmetry.
  using Identity = std::tuple<int, std::uint64_t, unsigned>;
  Identity identity(const State& s) const {
    const auto place = game_.locate(s.slice, s.position);
    const bool restricted = !(s.forbidden == Game::no_move);
    return {s.slice, place.index,
            restricted ? game_.slot_in(place, s.forbidden, s.position.hole) : Game::no_slot_number};
  }

  const Game& game_;
  const Rules& rules_;
  const PuzzleConditions& conditions_;
  Chooser<Game, Values> chooser_;
};

}  // namespace zermelo
