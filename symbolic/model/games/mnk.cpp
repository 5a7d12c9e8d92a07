// SPDX-License-Identifier: MIT
// The Boolean model of m,n,k-games (gen/games.cmake).
#include "gen/mnk/game.h"
#include "symbolic/model/lines.h"
#include "symbolic/model/mask_game_model.h"

namespace zermelo::mnk {

using namespace symbolic;

GameModel boolean_model(const GameSpec& spec) {
  const mnk::Parameters p = mnk::parse_parameters(spec.parameters);
  const Grid grid{p.m, p.n};
  MaskGame game;
  game.squares = grid.squares();
  for (const Side side : both_sides) {
    for (int s = 0; s < game.squares; ++s) game.moves[side].push_back(put(side, bit_of(s)));
    for (const Squares line : lines_of(grid, p.k)) {
      game.won_by[side].push_back(all_of(side, line));
    }
  }
  return model_of_masks(game, grid);
}

}  // namespace zermelo::mnk
