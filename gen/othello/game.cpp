// SPDX-License-Identifier: MIT
#include "gen/othello/game.h"

#include <fmt/format.h>

#include <algorithm>

namespace zermelo::othello {
namespace {

GridPosition start_of(const Parameters& p, Grid grid) {
  GridPosition start;
  const int file = p.start_file, rank = p.start_rank;
  start.white = bit_of(grid.square(file, rank)) | bit_of(grid.square(file + 1, rank + 1));
  start.black = bit_of(grid.square(file + 1, rank)) | bit_of(grid.square(file, rank + 1));
  return start;
}

}  // namespace

const GameInfo& info() {
  static const GameInfo game = {
      "othello",
      "enclose discs to turn them; the side with more at the end has won",
      "A move is a square, or pass.",
      {{"rows", "2..32", "4", "of the board"},
       {"columns", "2..64/rows", "4, or 64/rows if that is less", "of the board", "cols"},
       {"start_file", "1..columns-1", "columns/2",
        "of the lower left one of the four discs at the start"},
       {"start_rank", "1..rows-1", "rows/2", "the same"},
       {"metric", "distance|score", "distance",
        "what values count: plies to the end, or discs more at the end"}},
      {}};
  return game;
}

Parameters parse_parameters(const ParameterTexts& texts) {
  const ParameterValues values = read_parameters(info(), texts);
  return {values.at("rows"), values.at("columns"), values.at("start_file") - 1,
          values.at("start_rank") - 1, values.at("metric") == 0 ? Metric::distance : Metric::score};
}

Othello::Othello(const Parameters& p)
    : metric_(p.metric),
      grid_{p.cols, p.rows},
      start_(start_of(p, grid_)),
      codes_(grid_, 4, grid_.squares()),
      symmetries_(grid_symmetries(grid_)),
      start_symmetries_(those_that_keep(start_, symmetries_)),
      axes_{axis(1, 0), axis(-1, 1), axis(0, 1), axis(1, 1)} {}

Othello::Axis Othello::axis(int dx, int dy) const {
  const int across = dx == 0 ? grid_.rows : grid_.columns, up = dy == 0 ? across : grid_.rows;
  Axis result{.shift = dy * grid_.columns + dx, .longest = std::min(across, up) - 2};
  for (int s = 0; s < grid_.squares(); ++s) {
    const int file = grid_.file_of(s), rank = grid_.rank_of(s);
    if (grid_.contains(file + dx, rank + dy) && grid_.contains(file - dx, rank - dy))
      result.inner |= bit_of(s);
  }
  return result;
}

Squares Othello::moves(Squares own, Squares other) const {
  Squares ends = 0;
  for (const Axis& a : axes_) {
    const Runs runs = runs_from(own, other & a.inner, a);
    ends |= runs.up << a.shift | runs.down >> a.shift;
  }
  return ends & grid_.all() & ~(own | other);
}

Squares Othello::flips(Squares own, Squares other, int square) const {
  Squares result = 0;
  for (const Axis& a : axes_) {
    const Runs runs = runs_from(bit_of(square), other & a.inner, a);
    result |= (runs.up << a.shift & own) != 0 ? runs.up : 0;
    result |= (runs.down >> a.shift & own) != 0 ? runs.down : 0;
  }
  return result;
}

std::string Othello::layer_name(int layer) const {
  const int discs = 4 + (layer + 1) / 2;
  return fmt::format("{} discs{}", discs, layer % 2 != 0 ? ", pass" : "");
}

std::string Othello::move_text(const GridChange& change) const {
  // Discs that are turned belonged to the other side before; the new one belonged to nobody.
  const Squares placed = change.to & ~change.taken;
  return placed == 0 ? "pass" : format_square(std::countr_zero(placed), grid_);
}

PositionStatus Othello::status(const GridPosition& p) const {
  // In a position that a symmetry has turned, the middle is where the symmetry has put it.
  const bool has_middle = std::ranges::any_of(symmetries_, [&](const GridSymmetry& g) {
    return (g(start_.occupied()) & ~p.occupied()) == 0;
  });
  if (!has_middle)
    return PositionStatus::impossible("The four squares in the middle are never empty.");
  if (moves(p.own(), p.opponent()) != 0 || moves(p.opponent(), p.own()) != 0) return {};
  const int black = count_bits(p.black), white = count_bits(p.white);
  if (black == white) {
    return PositionStatus::drawn(
        fmt::format("Neither side can move: a draw, {} to {}.", black, white));
  }
  const Colour winner = colour_of(white > black);
  return PositionStatus::over(
      winner, colour_of(p.white_to_move),
      fmt::format("Neither side can move: {} has won, {} to {}.", colour_name(winner),
                  std::max(black, white), std::min(black, white)));
}

}  // namespace zermelo::othello
