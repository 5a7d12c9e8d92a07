// SPDX-License-Identifier: MIT
// The Boolean model of games in BDDL (gen/games.cmake), made from ground actions. What version 1
// says about squares are masks: provers are quicker with these than with circuits for every content
// that a square can hold, and strategies that have been stored number moves so.
#include <set>
#include <tuple>

#include "gen/bddl/ground_pieces.h"
#include "gen/bddl/piece_game.h"
#include "gen/bddl/spec.h"
#include "symbolic/model/mask_game_model.h"
#include "symbolic/model/rules_model.h"

namespace zermelo::bddl {

using namespace symbolic;

namespace {

constexpr Content black_piece = content_of(0, false), white_piece = content_of(0, true);

MaskDemand demand_of(const std::vector<std::pair<int, ContentSet>>& squares) {
  MaskDemand demand;
  for (const auto& [square, set] : squares) {
    if (!set.contains(black_piece)) demand.no_black |= bit_of(square);
    if (!set.contains(white_piece)) demand.no_white |= bit_of(square);
    if (!set.contains(open_square)) demand.no_open |= bit_of(square);
  }
  return demand;
}

MaskMove move_of(const GroundAction& action) {
  MaskMove move{action.name, demand_of(action.before)};
  for (const auto& [square, content] : action.after) {
    (content == open_square   ? move.open
     : content == black_piece ? move.black
                              : move.white) |= bit_of(square);
  }
  return move;
}

void add_side(const GroundSide& rules, Side side, MaskGame& game) {
  std::set<std::tuple<MaskDemand, Squares, Squares, Squares>> seen;
  for (const GroundAction& action : rules.actions) {
    const MaskMove move = move_of(action);
    if (seen.emplace(move.before, move.black, move.white, move.open).second)
      game.moves[side].push_back(move);
  }
  std::set<MaskDemand> goals;
  for (const GroundEnd& goal : rules.ends)
    for (const GroundDemand& demand : goal.when) goals.insert(demand_of(demand.squares));
  game.won_by[side].assign(goals.begin(), goals.end());
}

GameModel model_of_version_1(const GroundGame& rules) {
  const PiecePosition start = piece_position_of(*rules.start, rules);
  MaskGame game;
  game.squares = rules.grid.squares();
  game.black = start.black;
  game.white = start.white;
  game.first = start.white_to_move ? white : black;
  game.stuck_loses = rules.side(false).stuck.front().result == tree::Result::loss;
  for (const Side side : both_sides) add_side(rules.side(side == white), side, game);
  return model_of_masks(game, rules.grid);
}

}  // namespace

GameModel boolean_model(const GameSpec& spec) {
  const GroundGame game = ground(tree_of(spec));
  if (game.version == 1) return model_of_version_1(game);
  // (Which position #material begins in is the game's choice.)
  return model_of_rules(
      game, game.start ? piece_position_of(*game.start, game) : PieceGame(game).start());
}

}  // namespace zermelo::bddl
