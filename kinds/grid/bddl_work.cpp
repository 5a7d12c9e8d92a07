// SPDX-License-Identifier: MIT
#include "gen/bddl/game.h"
#include "kinds/codes/maker.h"
#include "kinds/grid/grid_work.h"

namespace zermelo::bddl {

// (gen/games.cmake)
GameWork work_of(const Game& game) {
  const auto rules = rules_of<BddlGame>(game);
  GameWork work;
  add_codes_makers(work, game.spec(), rules);
  return work_on_grid(std::move(work), rules);
}

}  // namespace zermelo::bddl
