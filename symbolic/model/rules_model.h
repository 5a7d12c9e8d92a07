// SPDX-License-Identifier: MIT
// Boolean models of games in version 2 of BDDL, made from their ground actions. (The tables of
// these games are made from rules that are compiled otherwise, gen/bddl/piece_rules.h.)
#pragma once

#include "gen/bddl/ground.h"
#include "symbolic/model/game_model.h"

namespace zermelo::symbolic {

// `start`: the start of the game, or one of those that #material has. Throws OutOfMemory if its
// moves are too many.
GameModel model_of_rules(const bddl::GroundGame& game, const PiecePosition& start);

}  // namespace zermelo::symbolic
