// SPDX-License-Identifier: MIT
// Symmetries of the model of a game in version 2 of BDDL.
#pragma once

#include <vector>

#include "gen/bddl/ground.h"
#include "symbolic/model/game_model.h"
#include "symbolic/model/piece_variables.h"
#include "symbolic/model/rules_moves.h"

namespace zermelo::symbolic {

// Those of the grid that map all rules onto themselves, each variable to a variable and each move
// to a move; without the identity. (None where a move is left out of some positions because another
// one has the same result there: its image may be the one that is not left out.)
std::vector<ModelSymmetry> rules_symmetries(const bddl::GroundGame& game,
                                            const PieceVariables& variables,
                                            const BySide<RulesMoves>& moves);

}  // namespace zermelo::symbolic
