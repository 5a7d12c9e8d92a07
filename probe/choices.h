// SPDX-License-Identifier: MIT
// The moves of a state with their values: what puzzles are judged by and solutions made of.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/edge.h"
#include "gen/value.h"

namespace zermelo {

// A position, in any orientation, and the move that is forbidden in it or Game::no_move.
template <class Game>
struct GameState {
  using Move = std::decay_t<decltype(Game::no_move)>;
  int slice = 0;
  typename Game::Position position = {};
  Move forbidden = Game::no_move;
  bool white_to_move = false;  // as people see it
};

// A move and what it is worth to its maker.
template <class Game>
struct Choice {
  typename Game::Option option;
  Value value = {};

  bool ends() const { return option.kind == EdgeKind::wins || option.kind == EdgeKind::loses; }
  // Whether both, from one state, come to the same, as when two pieces fall off from one corner.
  bool same_result(const Choice& other) const {
    return option.kind == other.option.kind && option.slice == other.option.slice &&
           option.position == other.option.position &&
           option.exact_reply == other.option.exact_reply;
  }
};

// Looks up moves of states. Keeps its memory from one state to the next: one a thread. Values is
// StateValues.
template <class Game, class Values>
class Chooser {
 public:
  using State = GameState<Game>;
  using Option = typename Game::Option;
  using Choice = zermelo::Choice<Game>;
  using Choices = std::vector<Choice>;
  static constexpr Metric metric = Metric::distance;

  // Both must outlive the chooser.
  Chooser(const Game& game, const Values& values) : game_(game), values_(values) {}

  // Moves whose values are asked for, and on their way from memory.
  class Asked {
    friend Chooser;
    typename Game::Position before_ = {};
    Choices choices_;
    std::vector<typename Values::MoveQuestion> questions_;
  };
  // The legal moves for which wanted(option) holds. Work for several states gets on faster if all
  // ask before the first is answered.
  template <class Wanted>
  void ask(const State& state, Wanted&& wanted, Asked& asked) const {
    asked.before_ = state.position;
    asked.choices_.clear();
    asked.questions_.clear();
    game_.for_each_option(state.slice, state.position, [&](const auto& option) {
      if (option.move == state.forbidden || !wanted(option)) return;
      values_.ask(option, asked.questions_.emplace_back());
      asked.choices_.emplace_back().option = option;
    });
  }
  // They, with their values; valid until the next ask.
  const Choices& answer(Asked& asked) const {
    for (std::size_t i = 0; i < asked.choices_.size(); ++i) {
      Choice& choice = asked.choices_[i];
      choice.value = values_.answer(asked.before_, choice.option, asked.questions_[i]);
    }
    return asked.choices_;
  }

  // Both at once; valid until the next call.
  template <class Wanted>
  const Choices& choose(const State& state, Wanted&& wanted) {
    ask(state, wanted, asked_);
    return answer(asked_);
  }
  const Choices& choose(const State& state) {
    return choose(state, [](const auto&) { return true; });
  }

  // All of them, best first, equally good ones in the order of move.order().
  Choices best_first(const State& state) {
    Choices result = choose(state);
    std::sort(result.begin(), result.end(), [&](const Choice& a, const Choice& b) {
      if (a.value != b.value) return a.value > b.value;
      return a.option.move.order() < b.option.move.order();
    });
    return result;
  }

  // The state that a choice made in `state` leads to, if it does not end the game.
  State next(const State& state, const Choice& choice) const {
    const auto& option = choice.option;
    return {option.slice, option.position, game_.reply_after(option, state.position),
            !state.white_to_move};
  }
  static Value after_move(Value value) { return value.after_move(); }

 private:
  const Game& game_;
  const Values& values_;
  Asked asked_;
};

}  // namespace zermelo
