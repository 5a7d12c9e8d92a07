// SPDX-License-Identifier: MIT
// Walks a game's states by its Boolean model, one after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "proof/check/arena.h"

namespace zermelo::proof {

struct ArenaState {
  BoardState board;
  Side to_move = symbolic::black;

  bool operator==(const ArenaState&) const = default;
};

struct ArenaSuccessor {
  std::size_t move = 0;  // its number
  ArenaState state;
  bool is_over = false;
  std::optional<Side> winner;  // if the game is over; absent: a draw
};

// For symbolic::simulate, of at most 64 states: the board's variables, then whether White is to
// move.
std::vector<std::uint64_t> inputs_of(std::span<const ArenaState> states,
                                     std::size_t board_variables);

// The one state for which Arena::start is true. Throws IllegalPosition if there is none.
ArenaState start_of(const Arena& arena);
bool holds(const Arena& arena, const ArenaState& state, Literal function);
// The states that the possible moves lead to, if the game goes on.
std::vector<ArenaSuccessor> successors(const Arena& arena, const ArenaState& state);
// For each variable whether it is false on all boards on which the one before it is.
std::vector<bool> following_variables(const Arena& arena);

}  // namespace zermelo::proof
