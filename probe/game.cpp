// SPDX-License-Identifier: MIT
#include "probe/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/error.h"
#include "gen/piece_set.h"
#include "probe/games.h"

namespace zermelo {

std::shared_ptr<const Game> TableKind::whole_game() const { return make_game(game()); }

const TableKind* Game::kind(std::string_view metric) const {
  for (const auto& kind : kinds()) {
    if (kind->metric() == metric) return kind.get();
  }
  return nullptr;
}

std::optional<GameResult> Game::result(std::string_view state) const {
  PositionStatus found = status(state);
  if (found.goes_on()) return std::nullopt;
  if (found.kind == PositionStatus::Kind::impossible) throw IllegalPosition(found.why);
  return GameResult{found.winner, std::move(found.why)};
}

// What follows the side to move (the move that is forbidden) is not part of the board.
std::string Game::normal_form(std::string_view state, const Diagram& board) const {
  const std::size_t side = std::min(state.find(' '), state.size());
  const std::size_t rest = std::min(state.find(' ', side + 1), state.size());
  return state_from(board.cells, to_move(state), board.hands) + std::string(state.substr(rest));
}

std::string Game::piece_letters() const {
  if (spec().name == variant_game_name) return variant_piece_letters(*this);
  std::string letters;
  const PieceSet* const kinds = pieces();
  for (int kind = 0; kinds != nullptr && kinds->size() > 1 && kind < kinds->size(); ++kind)
    letters += (*kinds)[kind].letter;
  return letters;
}

std::shared_ptr<const Game> make_game(const GameSpec& spec) {
  if (spec.name == own_game_name) {
    throw UsageError(
        "The rules of this game are code, which must be named: ./mygame.so, or load_own_game "
        "(probe/own_game.h).");
  }
  if (spec.name == variant_game_name && &variant_game_of != nullptr) return variant_game_of(spec);
  for (const RegisteredGame& game : registered_games()) {
    if (game.name == spec.name) return game.make(spec);
  }
  throw UsageError(fmt::format("There is no game '{}'; `zermelo games` lists them.", spec.name));
}

std::string creator() { return "Zermelo " ZERMELO_VERSION; }

}  // namespace zermelo
