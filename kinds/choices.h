// SPDX-License-Identifier: MIT
// The moves of a state with their values, of which lists of moves, puzzles and solutions are made.
#pragma once

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>
#include <vector>

#include "gen/value.h"
#include "tablebase/format/table_source.h"

namespace zermelo {

// The states of a line of play, where none can come again: winners get nearer to the end.
struct AnyPath {
  // Whether the state is new.
  template <class State>
  bool add(const State&) const {
    return true;
  }
};

// Looks up moves of states. Keeps its memory from one state to the next, so each thread needs its
// own.
//
// Moves contains what differs from one kind of table to another (kinds/dense/dense_moves.h,
// kinds/grid/grid_moves.h):
//   State, MadeMove           a position with what is forbidden in it; a move as a player sees it
//   metric()                what values count
//   Scratch, Question       memory for listing moves; the lookup of a move's value
//   list(state, scratch, visit)         calls visit(made) for the legal moves
//   ask(made, question), answer(state, made, question) -> Value    what it is worth
//   next(state, made)     the state that it leads to, if it does not end the game
//   ending(made), same_result(a, b)   how it ends the game, if it does; whether both have the same
//                                     result
//   is_better(a, b), comes_first(a, b)  the order of values; of equally good options
// and, where they are needed:
//   next_mover(made)      who moves in the state that it leads to, if it does not end the game;
//                         without it, the other side always does
//   zeroes(made)          with plies to zeroing: whether the n-move rule counts anew from the move
//   path()                an AnyPath, if lines of best moves may come to a state again though it is
//                         won or lost
//   check(state, value)   throws DamagedTable if the table says something else of a state than
//                         this, the value of its best move
template <class Moves>
class Chooser {
 public:
  using State = typename Moves::State;
  using MadeMove = typename Moves::MadeMove;

  // A move and what it is worth to its maker.
  struct Choice {
    MadeMove made;
    Value value = {};

    bool ends() const { return Moves::ending(made).has_value(); }
    // Whether both, made in the same state, have the same result, as when two pieces fall off from
    // one corner.
    bool same_result(const Choice& other) const { return Moves::same_result(made, other.made); }
  };
  using Choices = std::vector<Choice>;

  explicit Chooser(const Moves& moves) : moves_(moves) {}

  Metric metric() const { return moves_.metric(); }

  // Moves whose values have been asked for and are on their way from memory.
  class Asked {
    friend Chooser;
    State before_ = {};
    Choices choices_;
    std::vector<typename Moves::Question> questions_;
    typename Moves::Scratch scratch_;
  };
  // The legal moves for which wanted(made) holds. Work on several states is faster if all of them
  // ask before the first is answered.
  template <class Wanted>
  void ask(const State& state, Wanted&& wanted, Asked& asked) const {
    asked.before_ = state;
    asked.choices_.clear();
    asked.questions_.clear();
    moves_.list(state, asked.scratch_, [&](const MadeMove& made) {
      if (!wanted(made)) return;
      moves_.ask(made, asked.questions_.emplace_back());
      asked.choices_.emplace_back().made = made;
    });
  }
  // These moves with their values; valid until the next ask.
  const Choices& answer(Asked& asked) const {
    AskedTogether together;
    for (std::size_t i = 0; i < asked.choices_.size(); ++i) {
      Choice& choice = asked.choices_[i];
      together(
          [&] { choice.value = moves_.answer(asked.before_, choice.made, asked.questions_[i]); });
    }
    together.require_all();
    return asked.choices_;
  }

  // Asks and answers at once; the result is valid until the next call.
  template <class Wanted>
  const Choices& choose(const State& state, Wanted&& wanted) {
    ask(state, wanted, asked_);
    return answer(asked_);
  }
  const Choices& choose(const State& state) {
    return choose(state, [](const MadeMove&) { return true; });
  }

  // All moves, best first.
  Choices best_first(const State& state) {
    Choices result = choose(state);
    std::sort(result.begin(), result.end(), [this](const Choice& a, const Choice& b) {
      if (a.value != b.value) return moves_.is_better(a.value, b.value);
      return Moves::comes_first(a.made, b.made);
    });
    if constexpr (requires { moves_.check(state, Value()); }) {
      if (!result.empty()) moves_.check(state, result.front().value);
    }
    return result;
  }

  // The state that a choice made in `state` leads to, if it does not end the game.
  State next(const State& state, const Choice& choice) const {
    return moves_.next(state, choice.made);
  }
  static std::optional<Outcome> ending(const MadeMove& made) { return Moves::ending(made); }
  // Who moves in that state.
  static NextMover next_mover(const MadeMove& made) {
    if constexpr (requires { Moves::next_mover(made); }) {
      return Moves::next_mover(made);
    } else {
      return NextMover::other;
    }
  }
  // Whether the table tells how best play goes on after a move to the next end that it knows: not
  // after that end, which with plies to zeroing is a zeroing move as well, and never in a table of
  // outcomes, which tells no progress.
  bool leads_on(const Choice& choice) const {
    if (choice.ends() || metric() == Metric::outcome) return false;
    if constexpr (requires { Moves::zeroes(choice.made); }) {
      if (metric() == Metric::zeroing) return !Moves::zeroes(choice.made);
    }
    return true;
  }
  // What that state is worth to its mover if the move is a best one, in a state that is worth
  // `value`. With plies to zeroing: if the move leads on, and the n-move rule makes no draw of it.
  Value after_move(const MadeMove& made, Value value) const {
    const NextMover next = next_mover(made);
    assert(metric() != Metric::zeroing || !value.is_past_rule());
    const bool counts_moves = metric() != Metric::score && metric() != Metric::outcome;
    if (counts_moves) return value.after_move(next);
    return next == NextMover::other ? value.opposite() : value;
  }
  // To follow a line of best moves with.
  auto path() const {
    if constexpr (requires { moves_.path(); }) {
      return moves_.path();
    } else {
      return AnyPath();
    }
  }

 private:
  Moves moves_;
  Asked asked_;
};

}  // namespace zermelo
