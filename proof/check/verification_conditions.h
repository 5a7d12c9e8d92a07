// SPDX-License-Identifier: MIT
// The verification conditions of a strategy: what must hold in every state for it to fulfil its
// claim. Initiation and consecution are meant as in A. Bradley, "Understanding IC3" (SAT 2012): the
// strategy's set is the inductive invariant. Users, and the list that a check writes, call the
// conditions obligations.
#pragma once

#include <string>
#include <vector>

#include "proof/check/arena.h"
#include "proof/check/strategy.h"

namespace zermelo::proof {

struct VerificationCondition {
  enum class Kind {
    initiation,  // play begins in the strategy's set
    progress,    // where it has the position, the game goes on
    choice,      // where the owner is to move, the move that it names is possible
    consecution  // a move stays in the set, or ends the game as claimed
  };
  Kind kind;
  Side side = symbolic::black;  // who moves, for the last two kinds
  int move = -1;                // for the last kind: the move's number
  std::string text;             // "Black's c3"
  Literal violated;             // a function of the state, which must be unsatisfiable
};

// A strategy together with its game: all functions are in the arena's graph.
struct StrategyInArena {
  Arena arena;
  Literal member;
  std::vector<Literal> rank, move;
  std::vector<VerificationCondition> conditions;
};

// Both must be for the same game, and the strategy's inputs those of the arena.
StrategyInArena make_verification_conditions(const Strategy& strategy, Arena arena);

}  // namespace zermelo::proof
