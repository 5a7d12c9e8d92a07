// SPDX-License-Identifier: MIT
// Boolean models of games in version 2 of BDDL, made from their ground actions. (The tables of
// these games are made from rules that are compiled otherwise, gen/bddl/piece_rules.h.)
#pragma once

#include "gen/bddl/ground.h"
#include "symbolic/model/game_model.h"

namespace zermelo::symbolic {

// Throws UsageError if the game has no start, OutOfMemory if its moves are too many.
GameModel model_of_rules(const bddl::GroundGame& game);

}  // namespace zermelo::symbolic
