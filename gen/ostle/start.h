// SPDX-License-Identifier: MIT
// The start of a game as the solver sees it.
#pragma once

#include <fmt/format.h>

#include "gen/error.h"
#include "gen/ostle/notation.h"
#include "gen/ostle/state_view.h"

namespace zermelo::ostle {

// Throws UsageError if it is not among the game's positions.
template <class Game>
typename Game::Position start_position(const Game& game) {
  const auto& p = game.parameters();
  if (p.total < 2 * p.start) {
    throw UsageError(
        fmt::format("The start has {} pieces; with total={} it is not among the positions.",
                    2 * p.start, p.total));
  }
  return StateView<Game::Geometry::side>::from(start_state(p)).position;
}

}  // namespace zermelo::ostle
