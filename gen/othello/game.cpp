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
      start_symmetries_(those_that_keep(start_, symmetries_)) {
  std::size_t next = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      Squares stays = 0;
      for (int s = 0; s < grid_.squares(); ++s) {
        if (grid_.contains(grid_.file_of(s) + dx, grid_.rank_of(s) + dy)) stays |= bit_of(s);
      }
      const int shift = dy * grid_.columns + dx;
      directions_[next++] = {std::max(shift, 0), std::max(-shift, 0), stays};
    }
  }
}

Squares Othello::moves(Squares own, Squares other) const {
  const Squares open = grid_.all() & ~(own | other);
  Squares result = 0;
  for (const Direction& d : directions_) {
    // The other side's discs that follow one's own without a gap.
    Squares run = moved(own, d) & other;
    for (Squares next = run; next != 0;) {
      next = moved(next, d) & other;
      run |= next;
    }
    result |= moved(run, d) & open;
  }
  return result;
}

Squares Othello::flips(Squares own, Squares other, int square) const {
  Squares result = 0;
  for (const Direction& d : directions_) {
    Squares run = 0, at = moved(bit_of(square), d);
    for (; (at & other) != 0; at = moved(at, d)) run |= at;
    if ((at & own) != 0) result |= run;
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
