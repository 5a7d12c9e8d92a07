// SPDX-License-Identifier: MIT
// The Boolean model of Clobber (gen/games.cmake).
#include <array>
#include <utility>

#include "gen/clobber/game.h"
#include "symbolic/model/mask_game_model.h"

namespace zermelo::clobber {

using namespace symbolic;

GameModel boolean_model(const GameSpec& spec) {
  const clobber::Parameters p = clobber::parse_parameters(spec.parameters);
  const Grid grid{p.columns, p.rows};
  constexpr std::array<std::pair<int, int>, 4> steps = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  MaskGame game;
  game.squares = grid.squares();
  game.stuck_loses = true;
  for (int s = 0; s < game.squares; ++s) {
    const int file = grid.file_of(s), rank = grid.rank_of(s);
    const Squares from = bit_of(s);
    ((file + rank) % 2 == 0 ? game.black : game.white) |= from;
    for (const auto& [dx, dy] : steps) {
      if (!grid.contains(file + dx, rank + dy)) continue;
      const Squares to = bit_of(grid.square(file + dx, rank + dy));
      // From a square with one's own piece to one with a piece of the other side.
      game.moves[black].push_back({{}, {to, from, from | to}, to, 0, from});
      game.moves[white].push_back({{}, {from, to, from | to}, 0, to, from});
    }
  }
  return model_of_masks(game, grid);
}

}  // namespace zermelo::clobber
