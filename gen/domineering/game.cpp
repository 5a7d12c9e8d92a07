// SPDX-License-Identifier: MIT
#include "gen/domineering/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "gen/text/counted.h"

namespace zermelo::domineering {
namespace {

// The symmetries that keep upright what is upright.
std::vector<GridSymmetry> symmetries_of(Grid grid) {
  std::vector<GridSymmetry> result;
  for (const bool turned : {false, true}) {
    for (const bool mirrored : {false, true}) {
      std::vector<int> images;
      for (int s = 0; s < grid.squares(); ++s) {
        const int file = grid.file_of(s), rank = grid.rank_of(s);
        images.push_back(grid.square(mirrored ? grid.columns - 1 - file : file,
                                     turned ? grid.rows - 1 - rank : rank));
      }
      if ((mirrored && grid.columns == 1) || (turned && grid.rows == 1)) continue;
      result.emplace_back(images);
    }
  }
  return result;
}

// Removes one side's dominoes, from the lowest square on. Returns whether nothing is left.
bool is_made_of_dominoes(Squares squares, Squares beginnings, int step) {
  while (squares != 0) {
    const Squares first = squares & -squares, domino = first | first << step;
    if ((first & beginnings) == 0 || (squares & domino) != domino) return false;
    squares &= ~domino;
  }
  return true;
}

// Divides squares into dominoes of both sides.
class Tiling {
 public:
  Tiling(Grid grid, Squares last_file) : grid_(grid), last_file_(last_file) {}

  // Adds them to `p`: `upright` of them upright, the others across. Returns whether that is
  // possible.
  bool find(Squares rest, int upright, GridPosition& p) {
    if (rest == 0) return upright == 0;
    if (failed_.contains({rest, upright})) return false;
    const Squares first = rest & -rest;
    const Squares tall = first | first << grid_.columns, wide = first | first << 1;
    const bool fits = (first & grid_.all() >> grid_.columns) != 0 && (rest & tall) == tall;
    if (upright > 0 && fits && find(rest & ~tall, upright - 1, p)) {
      p.black |= tall;
      return true;
    }
    if ((first & last_file_) == 0 && (rest & wide) == wide && find(rest & ~wide, upright, p)) {
      p.white |= wide;
      return true;
    }
    failed_.insert({rest, upright});
    return false;
  }

 private:
  Grid grid_;
  Squares last_file_;
  std::set<std::pair<Squares, int>> failed_;
};

}  // namespace

const GameInfo& info() {
  static const GameInfo game = {
      "domineering",
      "Black puts dominoes upright, White across; a side that cannot has lost",
      "A move is the two squares of a domino: a1+a2.",
      {{"columns", "1..31", "5", "of the board"},
       {"rows", "2..63/columns", "5, or 63/columns if that is less", "of the board"}},
      {},
      {.tiles = true}};
  return game;
}

Parameters parse_parameters(const ParameterTexts& texts) {
  const ParameterValues values = read_parameters(info(), texts);
  return {values.at("columns"), values.at("rows")};
}

Domineering::Domineering(const Parameters& p)
    : grid_{p.columns, p.rows}, symmetries_(symmetries_of(grid_)) {
  for (int rank = 0; rank < p.rows; ++rank) last_file_ |= bit_of(grid_.square(p.columns - 1, rank));
}

std::string Domineering::layer_name(int layer) const {
  return counted(layer, "domino", "dominoes");
}

GridPosition Domineering::coloured(const GridPosition& covered) const {
  const int dominoes = count_bits(covered.occupied()) / 2;
  GridPosition p{0, 0, covered.white_to_move};
  const int upright = (dominoes + 1) / 2;  // (Black begins.)
  return Tiling(grid_, last_file_).find(covered.occupied(), upright, p) ? p : covered;
}

PositionStatus Domineering::status(const GridPosition& p) const {
  const int black = count_bits(p.black), white = count_bits(p.white);
  if (!is_made_of_dominoes(p.black, grid_.all() >> grid_.columns, grid_.columns))
    return PositionStatus::impossible("Black's squares are not those of upright dominoes.");
  if (!is_made_of_dominoes(p.white, ~last_file_, 1))
    return PositionStatus::impossible("White's squares are not those of dominoes across.");
  if (black / 2 - white / 2 != (p.white_to_move ? 1 : 0)) {
    return PositionStatus::impossible(
        fmt::format("With {} to move, Black must have put {}; Black has put {} and White {}.",
                    p.white_to_move ? "White" : "Black",
                    p.white_to_move ? "one domino more than White" : "as many dominoes as White",
                    black / 2, white / 2));
  }
  if (places(p.occupied(), p.white_to_move) == 0) {
    const Colour side = colour_of(p.white_to_move);
    return PositionStatus::over(opponent_of(side), side,
                                fmt::format("{} cannot move and has lost.", colour_name(side)));
  }
  return {};
}

}  // namespace zermelo::domineering
