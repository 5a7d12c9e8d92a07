// SPDX-License-Identifier: MIT
// Makes the games of the registry (gen/games.cmake).
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "probe/game.h"

namespace zermelo {

struct GameMaker {
  std::string_view name;
  // Throws UsageError for parameters that make no sense, SyntaxError for rules that are malformed.
  std::shared_ptr<const Game> (*make)(const GameSpec& spec);
};

// In the order of the registry. Thread-safe.
const std::vector<GameMaker>& game_makers();

}  // namespace zermelo
