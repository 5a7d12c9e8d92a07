// SPDX-License-Identifier: MIT
// The moves of a game with a dense index, for Chooser (kinds/choices.h).
#pragma once

#include <optional>
#include <type_traits>

#include "gen/move_kind.h"
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

// Values is StateValues.
template <class Game, class Values>
class DenseMoves {
 public:
  using State = GameState<Game>;
  using MadeMove = typename Game::MadeMove;
  using Question = typename Values::MoveQuestion;
  struct Scratch {};
  static constexpr Metric metric() { return Metric::distance; }

  // Both must outlive this object.
  DenseMoves(const Game& game, const Values& values) : game_(&game), values_(&values) {}

  template <class Visit>
  void list(const State& state, Scratch&, Visit&& visit) const {
    game_->for_each_move(state.slice, state.position, [&](const MadeMove& made) {
      if (!(made.move == state.forbidden)) visit(made);
    });
  }
  [[gnu::always_inline]] void ask(const MadeMove& made, Question& question) const {
    values_->ask(made, question);
  }
  Value answer(const State& before, const MadeMove& made, const Question& question) const {
    return values_->answer(before.position, made, question);
  }
  State next(const State& state, const MadeMove& made) const {
    return {made.slice, made.position, game_->reply_after(made, state.position),
            !state.white_to_move};
  }

  static std::optional<Outcome> ending(const MadeMove& made) { return outcome_of(made.kind); }
  static bool same_result(const MadeMove& a, const MadeMove& b) {
    return a.kind == b.kind && a.slice == b.slice && a.position == b.position &&
           a.exact_reply == b.exact_reply;
  }
  static bool is_better(Value a, Value b) { return a > b; }
  static bool comes_first(const MadeMove& a, const MadeMove& b) {
    return a.move.order() < b.move.order();
  }

 private:
  const Game* game_;
  const Values* values_;
};

}  // namespace zermelo
