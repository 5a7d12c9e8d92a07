// SPDX-License-Identifier: MIT
// The kind of table that tells who wins and nothing else, for positions that a diagram ranks.
// Included by one source file per game.
#pragma once

#include <memory>

#include "kinds/ranked/read.h"
#include "kinds/stones/kind.h"

namespace zermelo {

// `spec` has all parameters.
template <class Game>
void add_ranked_kinds(GridKinds& kinds, const GameSpec& spec,
                      const std::shared_ptr<const Game>& game) {
  with_lane(*game, [&](auto lane) {
    add_grid_kind<Game, StoredOutcomes<Game, decltype(lane)>>(kinds, spec, game);
  });
}

}  // namespace zermelo
