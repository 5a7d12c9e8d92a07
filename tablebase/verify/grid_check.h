// SPDX-License-Identifier: MIT
// What verifying does with a position of a game on a grid, however it is stored: its value follows
// from its moves, by the game's own move generator.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "tablebase/job/first_failure.h"

namespace zermelo {

// Thread-safe.
template <class Game, class Metric>
class GridCheck {
 public:
  // Both must outlive the check.
  GridCheck(const Game& game, FirstFailure& failure) : game_(game), failure_(failure) {}

  // The best of p's moves, where of_move(next, ending) is what a move is worth to its maker
  // according to the table; nothing, and a note, if the table lacks a position that a move leads
  // to, or if p has no moves.
  template <class OfMove>
  std::optional<Value> by_moves(const PositionOf<Game>& p, OfMove&& of_move) const {
    BestValue<Metric> best;
    std::optional<PositionOf<Game>> lacking;
    game_.for_each_successor(p, [&](const PositionOf<Game>& next, Ending ending) {
      const std::optional<Value> value = of_move(next, ending);
      if (value) best.take(*value);
      if (!value) lacking = next;
    });
    if (lacking) {
      note(p, fmt::format("some move leads to {}, which is not in the table", text(*lacking)));
    } else if (!best.any()) {
      note(p, "it has no moves");
    } else {
      return best.value();
    }
    return std::nullopt;
  }
  // The same where only positions in which the game goes on are looked up: value_of(next).
  template <class ValueOf>
  std::optional<Value> by_replies(const PositionOf<Game>& p, const ValueOf& value_of) const {
    return by_moves(p, [&](const PositionOf<Game>& next, Ending ending) {
      return move_value<Metric>(game_, next, ending, value_of);
    });
  }

  // Notes a failure if a stored value is not that of the moves.
  void compare(const PositionOf<Game>& p, Value stored, Value by_moves) const {
    if (stored == by_moves) return;
    note(p, fmt::format("the table says {}, its successors say {}", to_string(stored, Metric::kind),
                        to_string(by_moves, Metric::kind)));
  }

  // "position: what."
  void note(const PositionOf<Game>& p, const std::string& what) const {
    failure_.note(fmt::format("{}: {}.", text(p), what));
  }

 private:
  std::string text(const PositionOf<Game>& p) const {
    if constexpr (requires { game_.coloured(p); }) {
      return format_position(game_.coloured(p), board_of(game_));
    } else {
      return format_position(p, board_of(game_));
    }
  }

  const Game& game_;
  FirstFailure& failure_;
};

}  // namespace zermelo
