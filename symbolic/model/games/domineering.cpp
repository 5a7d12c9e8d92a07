// SPDX-License-Identifier: MIT
// The Boolean model of Domineering (gen/games.cmake).
#include "gen/domineering/game.h"
#include "symbolic/model/mask_game_model.h"

namespace zermelo::domineering {

using namespace symbolic;

GameModel boolean_model(const GameSpec& spec) {
  const domineering::Parameters p = domineering::parse_parameters(spec.parameters);
  const Grid grid{p.columns, p.rows};
  MaskGame game;
  game.squares = grid.squares();
  game.stuck_loses = true;
  for (int file = 0; file < p.columns; ++file) {
    for (int rank = 0; rank < p.rows; ++rank) {
      const Squares here = bit_of(grid.square(file, rank));
      if (rank + 1 < p.rows)
        game.moves[black].push_back(put(black, here | bit_of(grid.square(file, rank + 1))));
      if (file + 1 < p.columns)
        game.moves[white].push_back(put(white, here | bit_of(grid.square(file + 1, rank))));
    }
  }
  return model_of_masks(game, grid);
}

}  // namespace zermelo::domineering
