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

// Game has parameters that describe() turns into text.
template <class Game, class Parameters>
std::unique_ptr<Engine> make_stone_engine(const std::string& name, const Parameters& parameters) {
  const GameSpec spec{name, describe(parameters)};
  auto game = std::make_shared<const Game>(parameters);
  if (game->cells() <= 32) {
    using Storage = StoneStorage<Game, std::uint32_t>;
    return std::make_unique<GridEngine<Game, Storage>>(spec, std::move(game));
  }
  using Storage = StoneStorage<Game, std::uint64_t>;
  return std::make_unique<GridEngine<Game, Storage>>(spec, std::move(game));
}

}  // namespace zermelo
