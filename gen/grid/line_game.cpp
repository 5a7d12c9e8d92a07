// SPDX-License-Identifier: MIT
#include "gen/grid/line_game.h"

#include <fmt/format.h>

#include "gen/text/counted.h"

namespace zermelo {

std::string LineGame::layer_name(int layer) const { return counted(layer, "stone"); }

PositionStatus LineGame::stones_status(const GridPosition& p) const {
  const int black = count_bits(p.black), white = count_bits(p.white);
  if (black - white != (p.white_to_move ? 1 : 0)) {
    return PositionStatus::impossible(fmt::format(
        "With {} to move, Black must have {}; Black has {} and White {}.",
        p.white_to_move ? "White" : "Black",
        p.white_to_move ? "one stone more than White" : "as many stones as White", black, white));
  }
  const Colour to_move = colour_of(p.white_to_move), last = opponent_of(to_move);
  if (square_lines_.any(p.own())) {
    return PositionStatus::impossible(
        fmt::format("{} has a line of stones: the game ended before {} made the last move.",
                    colour_name(to_move), colour_name(last)));
  }
  if (square_lines_.any(p.opponent()))
    return PositionStatus::over(last, to_move, fmt::format("{} has won.", colour_name(last)));
  if (p.occupied() == grid_.all())
    return PositionStatus::drawn("The board is full: the game is drawn.");
  return {};
}

}  // namespace zermelo
