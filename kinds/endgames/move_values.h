// SPDX-License-Identifier: MIT
// What a position is worth by its moves, as tables store values (kinds/endgames/measure.h): to
// verify what is stored, and to answer for what a shrunk table leaves out.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "gen/value.h"
#include "gen/variant/moves.h"
#include "kinds/endgames/last_move.h"
#include "kinds/endgames/measure.h"
#include "kinds/endgames/variant_game.h"

namespace zermelo::endgames {

// Lookup: lookup(position) is what the tables store of the men of a position in which the game is
// not over by the rules of ends and the mover has men. Each thread needs its own.
template <class Lookup>
class MoveValues {
 public:
  // The game must outlive this object.
  MoveValues(const VariantGame& game, const Measure& measure, Lookup lookup)
      : game_(game), measure_(measure), lookup_(std::move(lookup)) {}

  // The value of a position.
  Value of(const variant::Position& position) {
    const variant::Rules& rules = game_.rules();
    if (const auto ended = rules.ended(position)) return Value::of_outcome(*ended);
    rules.legal_moves(position, moves_);
    if (moves_.empty()) return Value::of_outcome(rules.without_moves(position));
    std::optional<Value> best;
    for (const variant::Move& move : moves_) {
      variant::Position next = position;
      rules.apply(next, move);
      const Value value = before_move(after(next), next);
      best = best ? std::max(*best, value) : value;
    }
    return *best;
  }
  // The value of a position that a move has led to.
  Value after(const variant::Position& position) { return after(position, replies_); }

  // Whether the side to move has any.
  static bool has_men(const variant::Position& position) {
    const auto& held = position.hands[position.to_move];
    return !position.of[position.to_move].empty() ||
           std::ranges::any_of(held, [](int count) { return count > 0; });
  }

 private:
  // What a move that leads to a position is worth, if that is worth `value`.
  Value before_move(Value value, const variant::Position& next) const {
    return measure_.before_stored_move(value, next.was_reached_by_zeroing());
  }
  Value stored(const variant::Position& position) const {
    if (const auto ended = game_.rules().ended(position)) return Value::of_outcome(*ended);
    if (!has_men(position))  // (No table has such men.)
      return Value::of_outcome(game_.rules().without_moves(position));
    return lookup_(position);
  }
  Value after(const variant::Position& position, std::vector<variant::Move>& replies) const {
    // (After a pass a man may be taken en passant, but never the other way round.)
    std::vector<variant::Move> more;
    return with_last_move(
        game_.rules(), position, position.passes > 0 ? more : replies,
        [&] { return stored(position); },
        [&](const variant::Position& next) {
          return before_move(position.passes > 0 ? after(next, replies) : stored(next), next);
        });
  }

  const VariantGame& game_;
  Measure measure_;
  Lookup lookup_;
  std::vector<variant::Move> moves_, replies_;
};

}  // namespace zermelo::endgames
