// SPDX-License-Identifier: MIT
#include "probe/connect_engine.h"

#include <cstdint>

#include "gen/connect/game.h"
#include "probe/grid_engine_impl.h"
#include "probe/stone_storage.h"

namespace zermelo::connect {

std::unique_ptr<Engine> make_connect_engine(const Parameters& parameters) {
  const GameSpec spec{"connect", describe(parameters)};
  auto game = std::make_shared<const Connect>(parameters);
  if (game->cells() <= 32) {
    using Storage = StoneStorage<Connect, std::uint32_t>;
    return std::make_unique<GridEngine<Connect, Storage>>(spec, std::move(game));
  }
  using Storage = StoneStorage<Connect, std::uint64_t>;
  return std::make_unique<GridEngine<Connect, Storage>>(spec, std::move(game));
}

}  // namespace zermelo::connect
