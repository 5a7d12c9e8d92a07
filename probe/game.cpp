// SPDX-License-Identifier: MIT
#include "probe/game.h"

#include <fmt/format.h>

#include <utility>

#include "gen/error.h"
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

std::shared_ptr<const Game> make_game(const GameSpec& spec) {
  for (const GameMaker& maker : game_makers()) {
    if (maker.name == spec.name) return maker.make(spec);
  }
  throw UsageError(fmt::format("There is no game '{}'; `zermelo games` lists them.", spec.name));
}

SolveReport solve(const Game& game, const std::string& path, const SolveOptions& options) {
  return game.kinds().front()->solve(path, options);
}

std::string creator() { return "Zermelo " ZERMELO_VERSION; }

}  // namespace zermelo
