// SPDX-License-Identifier: MIT
// The Boolean model of Notakto (gen/games.cmake).
#include "gen/notakto/game.h"
#include "symbolic/model/lines.h"
#include "symbolic/model/mask_game_model.h"

namespace zermelo::notakto {

using namespace symbolic;

// Both sides have black stones.
GameModel boolean_model(const GameSpec& spec) {
  const notakto::Parameters p = notakto::parse_parameters(spec.parameters);
  const Grid grid{p.columns, p.rows};
  MaskGame game;
  game.squares = grid.squares();
  for (const Side side : both_sides) {
    for (int s = 0; s < game.squares; ++s) game.moves[side].push_back(put(black, bit_of(s)));
    for (const Squares line : lines_of(grid, 3)) game.lost_by[side].push_back(all_black(line));
  }
  GameModel result = model_of_masks(game, grid);
  result.move_text = {};  // (Whose stone it is, is not written.)
  for (auto& moves : result.model.moves) {
    for (int s = 0; s < game.squares; ++s)
      moves[static_cast<std::size_t>(s)].name = format_square(s, grid);
  }
  return result;
}

}  // namespace zermelo::notakto
