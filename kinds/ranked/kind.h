// SPDX-License-Identifier: MIT
// The kind of table that tells who wins and nothing else, for positions that a diagram ranks.
// Included by one source file per game.
#pragma once

#include <memory>

#include "kinds/ranked/outcome_storage.h"
#include "kinds/stones/kind.h"

namespace zermelo {

// `spec` has all parameters.
template <class Game>
void add_ranked_kinds(GridKinds& kinds, const GameSpec& spec,
                      const std::shared_ptr<const Game>& game) {
  add_kind_of_stones<OutcomeStorage>(kinds, spec, game);
}

}  // namespace zermelo
