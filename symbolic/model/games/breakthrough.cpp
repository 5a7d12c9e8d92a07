// SPDX-License-Identifier: MIT
// The Boolean model of Breakthrough (gen/games.cmake).
#include "gen/breakthrough/game.h"
#include "symbolic/model/mask_game_model.h"

namespace zermelo::breakthrough {

using namespace symbolic;

GameModel boolean_model(const GameSpec& spec) {
  const breakthrough::Parameters p = breakthrough::parse_parameters(spec.parameters);
  const Grid grid{p.columns, p.rows};
  MaskGame game;
  game.squares = grid.squares();
  const int ranks = p.rows == 3 ? 1 : 2;  // of pieces
  for (int s = 0; s < game.squares; ++s) {
    if (grid.rank_of(s) < ranks) game.black |= bit_of(s);
    if (grid.rank_of(s) >= p.rows - ranks) game.white |= bit_of(s);
  }
  for (const Side side : both_sides) {
    const int ahead = side == black ? 1 : -1, home = side == black ? p.rows - 1 : 0;
    for (int s = 0; s < game.squares; ++s) {
      const Squares from = bit_of(s);
      if (grid.rank_of(s) == home) game.won_by[side].push_back(all_of(side, from));
      for (int dx = -1; dx <= 1; ++dx) {
        const int file = grid.file_of(s) + dx, rank = grid.rank_of(s) + ahead;
        if (!grid.contains(file, rank)) continue;
        const Squares to = bit_of(grid.square(file, rank));
        MaskMove move{{}, all_of(side, from)};
        // Straight ahead to an open square; diagonally to any square without one's own piece.
        if (dx == 0 || side == black) move.before.no_black |= to;
        if (dx == 0 || side == white) move.before.no_white |= to;
        move.open = from;
        (side == black ? move.black : move.white) = to;
        game.moves[side].push_back(move);
      }
    }
    MaskDemand none_left;
    (side == black ? none_left.no_white : none_left.no_black) = grid.all();
    game.won_by[side].push_back(none_left);
  }
  return model_of_masks(game, grid);
}

}  // namespace zermelo::breakthrough
