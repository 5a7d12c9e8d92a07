// SPDX-License-Identifier: MIT
// Positions in which a man may be taken en passant: tables do not know of that, so these captures
// are looked at one ply on.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "gen/value.h"
#include "gen/variant/moves.h"

namespace zermelo::endgames {

// The value of a position for its mover. stored(): what its table says; value_of(after): what a
// capture is worth that leads there. Moves are listed in `moves`.
template <class Stored, class ValueOf>
Value with_en_passant(const variant::Rules& rules, const variant::Position& position,
                      std::vector<variant::Move>& moves, const Stored& stored,
                      const ValueOf& value_of) {
  if (position.en_passant.empty()) return stored();
  rules.legal_moves(position, moves);
  std::optional<Value> best;
  bool has_others = false;
  for (const variant::Move& move : moves) {
    if (move.type != variant::Move::Type::en_passant) {
      has_others = true;
      continue;
    }
    variant::Position after = position;
    rules.apply(after, move);
    const Value value = value_of(after);
    best = best ? std::max(*best, value) : value;
  }
  if (!best) return stored();
  // (Where nothing but such captures can be played, the table has a mate or a stalemate.)
  return has_others ? std::max(*best, stored()) : *best;
}

}  // namespace zermelo::endgames
