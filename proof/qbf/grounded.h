// SPDX-License-Identifier: MIT
// The grounded encoding: every square has its own variables at every step, as functions of the
// moves; there is no symbolic square, and one quantifier alternation fewer.
#pragma once

#include <vector>

#include "proof/check/arena.h"
#include "proof/qbf/arena_steps.h"
#include "proof/qbf/bounded_game.h"
#include "proof/qbf/qbf.h"

namespace zermelo::proof {

struct GroundedFormula {
  Qbf formula;
  // The bits of the number of the move at each ply.
  std::vector<std::vector<symbolic::Literal>> moves;
};

// True exactly if `attacker` can force a win within this many plies from `start`. A move is the
// number of one of the arena's moves. The attacker's must be possible; a number of the other side's
// that is not a possible move loses at once, so that it need not be considered. After the last ply
// `won_at_end`, a function of the arena, says whether it was a win: arena.won[attacker], or a part
// of that.
GroundedFormula grounded_formula(const Arena& arena, Side attacker, const ArenaBoard& start,
                                 int plies, symbolic::Literal won_at_end);

// As lifted_formula (proof/qbf/lifted.h): true exactly if Black wins within game.depth steps.
GroundedFormula grounded_formula(const BoundedGame& game);

}  // namespace zermelo::proof
