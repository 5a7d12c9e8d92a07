// SPDX-License-Identifier: MIT
#include "gen/bddl/game.h"
#include "gen/bddl/spec.h"
#include "kinds/codes/kind.h"

namespace zermelo::bddl {

// (gen/games.cmake)
std::shared_ptr<const Game> make_game(const GameSpec& spec) {
  const auto rules = std::make_shared<const BddlGame>(model_of(spec));
  GridKinds kinds;
  add_codes_kinds(kinds, spec, rules);
  return std::make_shared<const GameOnGrid<BddlGame>>(spec, rules, std::move(kinds));
}

}  // namespace zermelo::bddl
