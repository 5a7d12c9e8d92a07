// SPDX-License-Identifier: MIT
#include "symbolic/model/game_model.h"

#include <fmt/format.h>

#include <cassert>
#include <optional>
#include <utility>

#include "gen/bddl/spec.h"
#include "gen/error.h"

namespace zermelo::symbolic {

std::optional<GameModel> find_game_model(const GameSpec& spec) {
  for (const RegisteredModel& game : registered_models()) {
    if (game.name != spec.name) continue;
    if (bddl::endless_winner(spec)) break;
    GameModel model = game.make(spec);
    assert(model.model.aig.check());
    return model;
  }
  return std::nullopt;
}

GameModel game_model_of(const GameSpec& spec) {
  if (auto model = find_game_model(spec)) return std::move(*model);
  if (const std::optional<Colour> winner = bddl::endless_winner(spec)) {
    throw UsageError(fmt::format(
        "In this game {} wins if play never ends. There are no Boolean models of such "
        "games: what is claimed of models takes endless play for a draw. A table tells who wins.",
        colour_name(*winner)));
  }
  throw UsageError(fmt::format("There is no Boolean model of {}.", spec.name));
}

PieceSet pieces_of_one_kind(Grid grid) { return PieceSet(grid.columns, grid.rows, {PieceKind{}}); }

BoardState board_of(const GameModel& model, const PiecePosition& position) {
  const BoardState board = model.board(position);
  if (model.position(board, position.white_to_move ? white : black) == position) return board;
  throw IllegalPosition(
      fmt::format("{} is not a position of this game.", format_position(position, model.pieces)));
}

GameModel game_model_for_sets(const GameSpec& spec) {
  GameModel model = game_model_of(spec);
  if (model.model.variables() > most_state_bits) {
    throw UsageError(
        fmt::format("Positions of this game take {} bits; sets of positions can have at most {}.",
                    model.model.variables(), most_state_bits));
  }
  return model;
}

}  // namespace zermelo::symbolic
