// SPDX-License-Identifier: MIT
// How a game has ended, as the rules' own checks of a position tell it.
#pragma once

#include <optional>
#include <utility>

#include "gen/error.h"
#include "probe/game.h"

namespace zermelo {

// `check` throws GameOver if the game has ended, and what else it throws goes on.
template <class Check>
std::optional<GameResult> result_of(Check&& check) {
  try {
    std::forward<Check>(check)();
  } catch (const GameOver& over) {
    return GameResult{over.winner(), over.what()};
  }
  return std::nullopt;
}

}  // namespace zermelo
