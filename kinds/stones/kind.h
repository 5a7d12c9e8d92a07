// SPDX-License-Identifier: MIT
// The kind of table of a game of stones. Included by one source file per game.
#pragma once

#include <cstdint>
#include <memory>

#include "kinds/grid/grid_kind.h"
#include "kinds/stones/stone_storage.h"

namespace zermelo {

// `spec` has all parameters. Storage<Game, Lane> is StoneStorage, or derived from it.
template <template <class, class> class Storage, class Game>
void add_kind_of_stones(GridKinds& kinds, const GameSpec& spec,
                        const std::shared_ptr<const Game>& game) {
  if (game->cells() <= 32) {
    add_grid_kind<Game, Storage<Game, std::uint32_t>>(kinds, spec, game);
  } else {
    add_grid_kind<Game, Storage<Game, std::uint64_t>>(kinds, spec, game);
  }
}

template <class Game>
void add_stones_kinds(GridKinds& kinds, const GameSpec& spec,
                      const std::shared_ptr<const Game>& game) {
  add_kind_of_stones<StoneStorage>(kinds, spec, game);
}

}  // namespace zermelo
