// SPDX-License-Identifier: MIT
// The Boolean model of games in BDDL (gen/games.cmake).
#include "gen/bddl/ground_pieces.h"
#include "gen/bddl/piece_game.h"
#include "gen/bddl/spec.h"
#include "symbolic/model/mask_game_model.h"
#include "symbolic/model/rules_model.h"

namespace zermelo::bddl {

using namespace symbolic;

namespace {

GameModel model_of_version_2(const GroundGame& game) {
  // (Which position #material begins in is the game's choice.)
  return model_of_rules(
      game, game.start ? piece_position_of(*game.start, game) : PieceGame(game).start());
}

}  // namespace

GameModel boolean_model(const GameSpec& spec) {
  if (has_version_2(spec)) return model_of_version_2(ground(tree_of(spec)));
  const bddl::Model rules = bddl::model_of(spec);
  const auto demand_of = [](const bddl::Demand& d) {
    return MaskDemand{d.no_black, d.no_white, d.no_open};
  };
  MaskGame game;
  game.squares = rules.grid().squares();
  game.black = rules.start().black;
  game.white = rules.start().white;
  game.first = rules.start().white_to_move ? white : black;
  game.stuck_loses = rules.stuck() == bddl::Stuck::loses;
  for (const Side side : both_sides) {
    for (const bddl::Rule& rule : rules.rules(side == white)) {
      for_each_square(rule.anchors(), [&](int anchor) {
        const bddl::Effect& effect = rule.effect(anchor);
        game.moves[side].push_back(
            {rule.name(), demand_of(rule.before(anchor)), effect.black, effect.white, effect.open});
      });
    }
    for (const bddl::Demand& goal : rules.goals(side == white)) {
      game.won_by[side].push_back(demand_of(goal));
    }
  }
  return model_of_masks(game, rules.grid());
}

}  // namespace zermelo::bddl
