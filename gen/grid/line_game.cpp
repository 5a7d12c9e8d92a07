// SPDX-License-Identifier: MIT
#include "gen/grid/line_game.h"

#include <fmt/format.h>

#include "gen/error.h"

namespace zermelo {

std::string LineGame::layer_name(int layer) const {
  return fmt::format("{} {}", layer, layer == 1 ? "stone" : "stones");
}

void LineGame::check_stones(const GridPosition& p) const {
  const int black = count_bits(p.black), white = count_bits(p.white);
  if (black - white != (p.white_to_move ? 1 : 0)) {
    throw IllegalPosition(fmt::format(
        "With {} to move, Black must have {}; there are {} black stones and {} white ones.",
        p.white_to_move ? "White" : "Black",
        p.white_to_move ? "one stone more than White" : "as many stones as White", black, white));
  }
  if (square_lines_.any(p.black)) throw GameOver("Black has won.", Colour::black);
  if (square_lines_.any(p.white)) throw GameOver("White has won.", Colour::white);
  if (p.occupied() == grid_.all())
    throw GameOver("The board is full: the game is drawn.", std::nullopt);
}

}  // namespace zermelo
