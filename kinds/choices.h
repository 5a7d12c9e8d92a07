// SPDX-License-Identifier: MIT
// The moves of a state with their values, of which lists of moves, puzzles and solutions are made.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "gen/value.h"

namespace zermelo {

// Looks up moves of states. Keeps its memory from one state to the next, so each thread needs its
// own.
//
// Moves contains what differs from one kind of table to another (kinds/dense/dense_moves.h,
// kinds/grid/grid_moves.h):
//   State, MadeMove           a position with what is forbidden in it; a move as a player sees it
//   metric                  what values count
//   Scratch, Question       memory for listing moves; the lookup of a move's value
//   list(state, scratch, visit)         calls visit(made) for the legal moves
//   ask(made, question), answer(state, made, question) -> Value    what it is worth
//   next(state, made)     the state that it leads to, if it does not end the game
//   ending(made), same_result(a, b)   how it ends the game, if it does; whether both have the same
//                                     result
//   is_better(a, b), comes_first(a, b)  the order of values; of equally good options
//   after_move(value)       as Value::after_move, in the table's metric
template <class Moves>
class Chooser {
 public:
  using State = typename Moves::State;
  using MadeMove = typename Moves::MadeMove;
  static constexpr Metric metric = Moves::metric;

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
    for (std::size_t i = 0; i < asked.choices_.size(); ++i) {
      Choice& choice = asked.choices_[i];
      choice.value = moves_.answer(asked.before_, choice.made, asked.questions_[i]);
    }
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
    std::sort(result.begin(), result.end(), [](const Choice& a, const Choice& b) {
      if (a.value != b.value) return Moves::is_better(a.value, b.value);
      return Moves::comes_first(a.made, b.made);
    });
    return result;
  }

  // The state that a choice made in `state` leads to, if it does not end the game.
  State next(const State& state, const Choice& choice) const {
    return moves_.next(state, choice.made);
  }
  static std::optional<Outcome> ending(const MadeMove& made) { return Moves::ending(made); }
  static Value after_move(Value value) { return Moves::after_move(value); }

 private:
  Moves moves_;
  Asked asked_;
};

}  // namespace zermelo
