// SPDX-License-Identifier: MIT
// The moves of a game in version 2 of BDDL as circuits. A move is a whole turn: one action, or as
// many as `:then` joins. Turns that lead to the same position are one move: in each position, one
// of those that are possible at most leads there.
#pragma once

#include <optional>
#include <vector>

#include "symbolic/model/model.h"
#include "symbolic/model/rules_circuits.h"

namespace zermelo::symbolic {

struct RulesMoves {
  std::vector<ModelMove> moves;
  // The ways in which each of them can be played: numbers of actions of the side.
  std::vector<std::vector<std::vector<int>>> ways;
  // Whether some of them are left out of positions where another one has the same result.
  bool leaves_out = false;
  Literal possible;  // one of them
  std::optional<int>
      gain;  // by how many pieces on the board each of them adds, if that is the same
};

// Throws OutOfMemory if there would be more than 262,144 moves, or too large a circuit.
RulesMoves make_rules_moves(const bddl::GroundGame& game, const PieceVariables& variables, Aig& aig,
                            const PieceValues& current, bool white);

}  // namespace zermelo::symbolic
