// SPDX-License-Identifier: MIT
#include "probe/game.h"

#include <fmt/format.h>

#include <utility>

#include "gen/error.h"
#include "gen/piece_set.h"
#include "probe/games.h"

namespace zermelo {

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

std::string Game::piece_letters() const {
  std::string letters;
  const PieceSet* const kinds = pieces();
  for (int kind = 0; kinds != nullptr && kinds->size() > 1 && kind < kinds->size(); ++kind)
    letters += (*kinds)[kind].letter;
  return letters;
}

std::shared_ptr<const Game> make_game(const GameSpec& spec) {
  for (const RegisteredGame& game : registered_games()) {
    if (game.name == spec.name) return game.make(spec);
  }
  throw UsageError(fmt::format("There is no game '{}'; `zermelo games` lists them.", spec.name));
}

std::string creator() { return "Zermelo " ZERMELO_VERSION; }

}  // namespace zermelo
