// SPDX-License-Identifier: MIT
// What must be unsatisfiable for a strategy to fulfil its claim.
#pragma once

#include <string>
#include <vector>

#include "proof/check/arena.h"
#include "proof/check/strategy.h"

namespace zermelo::proof {

struct Obligation {
  enum class Kind { start, goes_on, move_named, move };
  Kind kind;
  Side side = symbolic::black;  // who moves, for the last two kinds
  int move = -1;                // for the last kind: the move's number
  std::string text;             // "Black's c3"
  Literal violated;             // a function of the state
};

// A strategy together with its game: all functions are in the arena's graph.
struct StrategyInArena {
  Arena arena;
  Literal member;
  std::vector<Literal> rank, move;
  std::vector<Obligation> obligations;
};

// Both must be for the same game, and the strategy's inputs those of the arena.
StrategyInArena make_obligations(const Strategy& strategy, Arena arena);

}  // namespace zermelo::proof
