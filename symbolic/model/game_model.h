// SPDX-License-Identifier: MIT
// The Boolean model of a game by its name and parameters.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/game_spec.h"
#include "gen/grid/piece_position.h"
#include "symbolic/model/model.h"
#include "symbolic/model/state_bits.h"

namespace zermelo::symbolic {

// A map of boards onto boards that leaves the rules unchanged (though perhaps not the start).
struct ModelSymmetry {
  std::vector<std::size_t> variable;      // the image of each variable
  BySide<std::vector<std::size_t>> move;  // and of each move
};

struct GameModel {
  Model model;
  PieceSet pieces;  // and the board
  // A board as its variables' values, read as a position; and the inverse, of the canonical values.
  // Thread-safe.
  std::function<PiecePosition(const BoardState& board, Side to_move)> position;
  std::function<BoardState(const PiecePosition& position)> board;
  std::vector<ModelSymmetry> symmetries;  // without the identity
  // How players write a move by what it changes in a position; the model's name of a move then says
  // how that can be written. Empty: they write the name. Thread-safe.
  std::function<std::string(const PieceChange& change)> move_text;

  Grid grid() const { return grid_of(pieces); }
};

// The pieces of games that have one kind of them.
PieceSet pieces_of_one_kind(Grid grid);

// Written by hand from the rules of each game, or made from what the rules of a game in BDDL say
// about each square; all that it shares with the solvers of tables is the reading of parameters and
// of BDDL, and the notation. Games in which endless play is one side's win have no model: claims,
// sets and formulas about models take it for a draw.
// Variables are named after their squares, moves as players write them; where a move can be written
// in two ways, because it takes what it meets, both are given: "b2-c3 or b2xc3". Where there would
// be too many ways, it is named by its actions. Docs: "State
// variables" in docs/proofs.md. Nothing for games without a model.
std::optional<GameModel> find_game_model(const GameSpec& spec);

// The same; throws UsageError for a game without a model.
GameModel game_model_of(const GameSpec& spec);

// GameModel::board for a position that comes from outside. Throws IllegalPosition if no board is
// that position: in Connect Four, if stones hang in the air.
BoardState board_of(const GameModel& model, const PiecePosition& position);

// find_game_model for sets of positions. Throws UsageError for a game without a model, and for one
// with more variables than FrozenBdd can have.
GameModel game_model_for_sets(const GameSpec& spec);

// The games that have a Boolean model: those with MODEL in the registry (gen/games.cmake), from
// which CMake makes this list.
struct RegisteredModel {
  std::string_view name;
  GameModel (*make)(const GameSpec& spec);  // symbolic/model/games/NAME.cpp
};

// Thread-safe.
const std::vector<RegisteredModel>& registered_models();

}  // namespace zermelo::symbolic
