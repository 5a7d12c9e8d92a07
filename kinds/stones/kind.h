// SPDX-License-Identifier: MIT
// The kind of table of a game of stones. Included by one source file per game.
#pragma once

#include <cstdint>
#include <memory>

#include "kinds/grid/grid_kind.h"
#include "kinds/stones/read.h"

namespace zermelo {

// Calls add(lane), with a lane as of kinds/stones/row_kernels.h that the game's boards fit into.
template <class Game, class Add>
void with_lane(const Game& game, const Add& add) {
  if (game.cells() <= 32) {
    add(std::uint32_t{});
  } else {
    add(std::uint64_t{});
  }
}

// `spec` has all parameters.
template <class Game>
void add_stones_kinds(GridKinds& kinds, const GameSpec& spec,
                      const std::shared_ptr<const Game>& game) {
  with_lane(*game, [&](auto lane) {
    add_grid_kind<Game, StoredStones<Game, decltype(lane)>>(kinds, spec, game);
  });
}

}  // namespace zermelo
