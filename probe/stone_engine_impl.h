// SPDX-License-Identifier: MIT
// Included by one source file a game of stones.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "probe/grid_engine_impl.h"
#include "probe/stone_storage.h"

namespace zermelo {

// Storage<Game, Lane> is StoneStorage, or derived from it; Game has parameters that describe()
// turns into text.
template <class Game, template <class, class> class Storage = StoneStorage, class Parameters>
std::unique_ptr<Engine> make_stone_engine(const std::string& name, const Parameters& parameters) {
  const GameSpec spec{name, describe(parameters)};
  auto game = std::make_shared<const Game>(parameters);
  if (game->cells() <= 32) {
    return std::make_unique<GridEngine<Game, Storage<Game, std::uint32_t>>>(spec, std::move(game));
  }
  return std::make_unique<GridEngine<Game, Storage<Game, std::uint64_t>>>(spec, std::move(game));
}

}  // namespace zermelo
