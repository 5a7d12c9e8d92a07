// SPDX-License-Identifier: MIT
// Positions of which the last move says more than where the men stand: a man may be taken en
// passant, or a side has passed. Tables do not know of that, so moves are looked at one ply on.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "gen/value.h"
#include "gen/variant/moves.h"

namespace zermelo::endgames {

// Whether tables know all of a position.
inline bool is_whole_in_tables(const variant::Position& position) {
  return position.en_passant.empty() && position.passes == 0;
}

// The value of a position for its mover. stored(): what its table says; value_of(after): what a
// move is worth that leads there. Moves are listed in `moves`.
template <class Stored, class ValueOf>
Value with_last_move(const variant::Rules& rules, const variant::Position& position,
                     std::vector<variant::Move>& moves, const Stored& stored,
                     const ValueOf& value_of) {
  if (is_whole_in_tables(position)) return stored();
  rules.legal_moves(position, moves);
  // (After a pass the table takes another one for a move that does not end the game.)
  const bool after_pass = position.passes > 0;
  std::optional<Value> best;
  bool has_others = false;
  for (const variant::Move& move : moves) {
    if (!after_pass && move.type != variant::Move::Type::en_passant) {
      has_others = true;
      continue;
    }
    variant::Position after = position;
    rules.apply(after, move);
    const Value value = value_of(after);
    best = best ? std::max(*best, value) : value;
  }
  if (!best) return stored();
  // (Where nothing but captures en passant can be played, the table has a mate or a stalemate.)
  return has_others ? std::max(*best, stored()) : *best;
}

}  // namespace zermelo::endgames
