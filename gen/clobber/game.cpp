// SPDX-License-Identifier: MIT
#include "gen/clobber/game.h"

#include <fmt/format.h>

#include "gen/text/counted.h"

namespace zermelo::clobber {
namespace {

GridPosition start_of(Grid grid) {
  GridPosition start;
  for (int s = 0; s < grid.squares(); ++s)
    ((grid.file_of(s) + grid.rank_of(s)) % 2 == 0 ? start.black : start.white) |= bit_of(s);
  return start;
}

}  // namespace

const GameInfo& info() {
  static const GameInfo game = {
      "clobber",
      "take a piece next to yours, or lose if you cannot (Albert, Grossman, Nowakowski, 2001)",
      "A move is the square that a piece leaves and the one where it takes another: a1xa2.",
      {{"columns", "2..39", "5", "of the board"},
       {"rows", "1..39/columns", "4, or 39/columns if that is less", "of the board"}},
      {}};
  return game;
}

Parameters parse_parameters(const ParameterTexts& texts) {
  const ParameterValues values = read_parameters(info(), texts);
  return {values.at("columns"), values.at("rows")};
}

Clobber::Clobber(const Parameters& p)
    : grid_{p.columns, p.rows},
      start_(start_of(grid_)),
      codes_(grid_),
      symmetries_(grid_symmetries(grid_)),
      start_symmetries_(those_that_keep(start_, symmetries_)) {
  for (int rank = 0; rank < p.rows; ++rank) {
    first_file_ |= bit_of(grid_.square(0, rank));
    last_file_ |= bit_of(grid_.square(p.columns - 1, rank));
  }
}

std::string Clobber::layer_name(int layer) const {
  const int pieces = grid_.squares() - layer;
  return counted(pieces, "piece");
}

PositionStatus Clobber::status(const GridPosition& p) const {
  if (p.occupied() == 0) return PositionStatus::impossible("There are no pieces on the board.");
  // The sides lose one piece each in turn, White first.
  const int taken = layer(p);
  const int black = count_bits(start_.black) - taken / 2;
  const int white = count_bits(start_.white) - (taken + 1) / 2;
  const bool white_to_move = taken % 2 == 1;
  if (count_bits(p.black) != black || count_bits(p.white) != white ||
      p.white_to_move != white_to_move) {
    return PositionStatus::impossible(
        fmt::format("With {} on the board, {} must be black and {} white, and it is {}'s move.",
                    layer_name(taken), black, white, white_to_move ? "White" : "Black"));
  }
  if (!can_move(p)) {
    const Colour side = colour_of(p.white_to_move);
    return PositionStatus::over(opponent_of(side), side,
                                fmt::format("{} cannot move and has lost.", colour_name(side)));
  }
  return {};
}

}  // namespace zermelo::clobber
