// SPDX-License-Identifier: MIT
// What the numbers in a table of a grid game are, at the end of a game and on the way back from it.
#pragma once

#include <optional>

#include "gen/grid/game.h"
#include "gen/value.h"

namespace zermelo {

// Win, draw or loss, and the plies to it.
struct DistanceMetric {
  static constexpr Metric kind = Metric::distance;
  // Whether the value of a position with a move that wins at once is known without looking further.
  static constexpr bool knows_wins_at_once = true;

  // The value of a move that ends the game, for its maker.
  template <class Game>
  static Value of_end(const Game&, const PositionOf<Game>&, Ending ending) {
    if (ending == Ending::drawn) return Value::draw();
    return ending == Ending::won ? Value::win(1) : Value::loss(1);
  }
  static Value before_move(Value reply) { return reply.before_move(); }
  static bool is_better(Value a, Value b) { return a > b; }
};

// By how much the game is won or lost; how long that takes does not matter. Game has
// score(position), which says so for the side that has made the last move.
struct ScoreMetric {
  static constexpr Metric kind = Metric::score;
  static constexpr bool knows_wins_at_once = false;

  template <class Game>
  static Value of_end(const Game& game, const PositionOf<Game>& next, Ending) {
    return Value::of_score(game.score(next));
  }
  static Value before_move(Value reply) { return Value::of_score(-reply.score()); }
  static bool is_better(Value a, Value b) { return a.score() > b.score(); }
};

// Win, draw or loss, and nothing else.
struct OutcomeMetric {
  static constexpr Metric kind = Metric::outcome;
  static constexpr bool knows_wins_at_once = false;

  template <class Game>
  static Value of_end(const Game&, const PositionOf<Game>&, Ending ending) {
    return Value::of_outcome(ending == Ending::drawn ? Outcome::draw
                             : ending == Ending::won ? Outcome::win
                                                     : Outcome::loss);
  }
  static Value before_move(Value reply) {
    return Value::from_raw(static_cast<std::int16_t>(-reply.raw()));
  }
  static bool is_better(Value a, Value b) { return a.raw() > b.raw(); }
};

// What a move is worth to its maker, if that is known: value(next) is what a position is worth to
// the side to move there.
template <class Metric, class Game, class LookUp>
std::optional<Value> move_value(const Game& game, const PositionOf<Game>& next, Ending ending,
                                const LookUp& value) {
  if (ending != Ending::none) return Metric::of_end(game, next, ending);
  const std::optional<Value> reply = value(next);
  return reply ? std::optional(Metric::before_move(*reply)) : std::nullopt;
}

// The best of some values, none at first. Metric is one of the above.
template <class Metric>
class BestValue {
 public:
  void take(Value value) {
    if (!any_ || Metric::is_better(value, best_)) best_ = value;
    any_ = true;
  }
  bool any() const { return any_; }
  Value value() const { return best_; }

 private:
  bool any_ = false;
  Value best_;
};

}  // namespace zermelo
