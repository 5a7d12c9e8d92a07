// SPDX-License-Identifier: MIT
// The Boolean model of a game by its name and parameters.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "gen/game_spec.h"
#include "gen/grid/position.h"
#include "symbolic/model/model.h"
#include "symbolic/model/state_bits.h"

namespace zermelo::symbolic {

// A map of boards onto boards that the rules do not notice (the start may).
struct ModelSymmetry {
  std::vector<std::size_t> variable;      // where each variable goes
  BySide<std::vector<std::size_t>> move;  // and each move
};

struct GameModel {
  Model model;
  Grid grid;
  // A board as its variables' values, read as a position; and the inverse, of the canonical values.
  // Thread-safe.
  std::function<GridPosition(const BoardState& board, Side to_move)> position;
  std::function<BoardState(const GridPosition& position)> board;
  std::vector<ModelSymmetry> symmetries;  // without the identity
};

// Written from the rules of each game by hand, or made of the masks of a game in BDDL; shares with
// the solvers of tables no more than the reading of parameters and of BDDL, and the notation.
// Variables are named for their squares, moves as players write them; where a move can be written
// in two ways, because it takes what it meets, both are told: "b2-c3 or b2xc3". Docs: "State
// variables" in docs/proofs.md. Nothing for games without a model.
std::optional<GameModel> find_game_model(const GameSpec& spec);

// The same; throws UsageError for a game without a model.
GameModel game_model_of(const GameSpec& spec);

// GameModel::board of a position that comes from outside. Throws IllegalPosition if no board is
// that position: of Connect Four, stones that hang in the air.
BoardState board_of(const GameModel& model, const GridPosition& position);

// find_game_model for sets of positions. Throws UsageError for a game without a model, and for one
// with more variables than FrozenBdd can have.
GameModel game_model_for_sets(const GameSpec& spec);

}  // namespace zermelo::symbolic
