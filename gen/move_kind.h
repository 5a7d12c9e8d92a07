// SPDX-License-Identifier: MIT
// How a move looks to the retrograde solver.
#pragma once

#include <cstdint>
#include <optional>

#include "gen/value.h"

namespace zermelo {

enum class MoveKind : std::uint8_t {
  inner,  // to a position of the same group
  exit,   // to a position of a group solved earlier
  wins,   // ends the game, the mover has won
  loses,  // ends the game, the mover has lost
};

// For the side that makes the move; nothing if the game goes on.
constexpr std::optional<Outcome> outcome_of(MoveKind kind) {
  if (kind == MoveKind::wins) return Outcome::win;
  if (kind == MoveKind::loses) return Outcome::loss;
  return std::nullopt;
}

struct CountedMove {
  MoveKind kind;
  std::uint8_t slot;  // of an inner move: its number, the smallest of its orbit
};

}  // namespace zermelo
