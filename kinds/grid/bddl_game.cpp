// SPDX-License-Identifier: MIT
#include "gen/bddl/game.h"
#include "gen/bddl/piece_game.h"
#include "gen/bddl/spec.h"
#include "kinds/codes/kind.h"

namespace zermelo::bddl {
namespace {

template <class Rules>
std::shared_ptr<const Game> game_of(const GameSpec& spec, std::shared_ptr<const Rules> rules) {
  GridKinds kinds;
  add_codes_kinds(kinds, spec, rules);
  return std::make_shared<const GameOnGrid<Rules>>(spec, rules, std::move(kinds));
}

}  // namespace

// (gen/games.cmake)
std::shared_ptr<const Game> make_game(const GameSpec& spec) {
  if (has_version_2(spec))
    return game_of<PieceGame>(
        spec, std::make_shared<const PieceGame>(ground(tree_of(spec)), expand_of(spec)));
  return game_of<BddlGame>(spec, std::make_shared<const BddlGame>(model_of(spec)));
}

}  // namespace zermelo::bddl
