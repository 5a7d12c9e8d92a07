// SPDX-License-Identifier: MIT
#include "gen/bddl/game.h"
#include "gen/bddl/piece_game.h"
#include "gen/bddl/spec.h"
#include "gen/bddl/warnings.h"
#include "kinds/codes/distance_read.h"
#include "kinds/codes/kind.h"

namespace zermelo::bddl {
namespace {

template <class Rules>
std::shared_ptr<const Game> game_of(const GameSpec& spec, std::shared_ptr<const Rules> rules,
                                    std::vector<std::string> warnings) {
  GridKinds kinds;
  add_codes_kinds(kinds, spec, rules);
  if constexpr (IndexedGame<Rules>) {
    if (has_distances(*rules))
      kinds.push_back(std::make_unique<CodeDistanceKind<Rules>>(spec, rules));
  }
  return std::make_shared<const GameOnGrid<Rules>>(spec, rules, std::move(kinds),
                                                   std::move(warnings));
}

}  // namespace

// (gen/games.cmake)
std::shared_ptr<const Game> make_game(const GameSpec& spec) {
  const tree::Game tree = tree_of(spec);
  const auto ground = std::make_shared<const GroundGame>(bddl::ground(tree));
  if (!has_version_2(spec)) {
    return game_of<BddlGame>(spec, std::make_shared<const BddlGame>(GridRules(*ground)),
                             warnings_of(tree, *ground, ""));
  }
  const auto rules = std::make_shared<const PieceGame>(ground, expand_of(spec), folds_mover(spec));
  return game_of<PieceGame>(
      spec, rules, warnings_of(tree, *ground, format_position(rules->start(), rules->pieces())));
}

}  // namespace zermelo::bddl
