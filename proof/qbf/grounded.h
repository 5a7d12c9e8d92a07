// SPDX-License-Identifier: MIT
// The grounded encoding: every square has its own variables at every step, as functions of the
// moves; there is no symbolic square, and one quantifier alternation less.
#pragma once

#include <vector>

#include "proof/arena.h"
#include "proof/qbf/arena_steps.h"
#include "proof/qbf/qbf.h"

namespace zermelo::proof {

struct GroundedFormula {
  Qbf formula;
  // The bits of the number of the move at each ply.
  std::vector<std::vector<symbolic::Literal>> moves;
};

// True exactly if `attacker` can force a win within so many plies from `start`. A move is the
// number of one of the arena's. The attacker's must be possible; a number of the other side's that
// is no possible move loses at once, so that nobody need look at it.
GroundedFormula grounded_formula(const Arena& arena, Side attacker, const ArenaBoard& start,
                                 int plies);

}  // namespace zermelo::proof
