// SPDX-License-Identifier: MIT
// The Boolean model of a game by its name and parameters.
#pragma once

#include <functional>
#include <optional>

#include "gen/game_spec.h"
#include "gen/grid/position.h"
#include "symbolic/model/model.h"
#include "symbolic/model/state_bits.h"

namespace zermelo::symbolic {

struct GameModel {
  Model model;
  Grid grid;
  // A board as its variables' values, read as a position. Thread-safe.
  std::function<GridPosition(StateBits board, Side to_move)> position;
};

// Written from the rules of each game by hand, or made of the masks of a game in BDDL; shares with
// the solvers of tables no more than the reading of parameters and of BDDL. Nothing for games
// without a model. Throws UsageError for those with too many squares for 64 variables.
std::optional<GameModel> find_game_model(const GameSpec& spec);

}  // namespace zermelo::symbolic
