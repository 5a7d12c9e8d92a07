// SPDX-License-Identifier: MIT
#include "gen/bddl/game.h"
#include "gen/bddl/piece_game.h"
#include "gen/bddl/spec.h"
#include "kinds/codes/distance_maker.h"
#include "kinds/codes/distance_read.h"
#include "kinds/codes/maker.h"
#include "kinds/grid/grid_work.h"

namespace zermelo::bddl {
namespace {

template <class Rules>
GameWork work_with(const Game& game) {
  const auto rules = rules_of<Rules>(game);
  GameWork work;
  add_codes_makers(work, game.spec(), rules);
  if constexpr (IndexedGame<Rules>) {
    if (has_distances(*rules))
      work.makers.push_back(std::make_unique<CodeDistanceMaker<Rules>>(game.spec(), rules));
  }
  return work_on_grid(std::move(work), rules);
}

}  // namespace

// (gen/games.cmake)
GameWork work_of(const Game& game) {
  return has_version_2(game.spec()) ? work_with<PieceGame>(game) : work_with<BddlGame>(game);
}

}  // namespace zermelo::bddl
