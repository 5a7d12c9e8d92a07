// SPDX-License-Identifier: MIT
#include "gen/breakthrough/game.h"

#include <fmt/format.h>

#include <algorithm>

namespace zermelo::breakthrough {
namespace {

Squares rank_squares(Grid grid, int rank) {
  return Grid{grid.columns, 1}.all() << rank * grid.columns;
}

GridPosition start_of(Grid grid) {
  GridPosition start;
  for (int i = 0; i < (grid.rows > 3 ? 2 : 1); ++i) {
    start.black |= rank_squares(grid, i);
    start.white |= rank_squares(grid, grid.rows - 1 - i);
  }
  return start;
}

std::vector<GridSymmetry> mirror_only(Grid grid) {
  std::vector<int> same, mirrored;
  for (int s = 0; s < grid.squares(); ++s) {
    same.push_back(s);
    mirrored.push_back(grid.square(grid.columns - 1 - grid.file_of(s), grid.rank_of(s)));
  }
  return {GridSymmetry(same), GridSymmetry(mirrored)};
}

}  // namespace

const GameInfo& info() {
  static const GameInfo game = {
      "breakthrough",
      "go ahead, take diagonally, reach the far rank (Dan Troyka, 2000)",
      "A move is the square that a piece leaves and the one that it comes to: a2-b3, with x if it "
      "takes.",
      {{"columns", "2..21", "4", "of the board"},
       {"rows", "3..64/columns", "5, or 64/columns if that is less", "of the board"}},
      {}};
  return game;
}

Parameters parse_parameters(const ParameterTexts& texts) {
  const ParameterValues values = read_parameters(info(), texts);
  return {values.at("columns"), values.at("rows")};
}

Breakthrough::Breakthrough(const Parameters& p)
    : grid_{p.columns, p.rows},
      start_(start_of(grid_)),
      codes_(grid_, 1, count_bits(start_.occupied())),
      symmetries_(mirror_only(grid_)),
      top_rank_(rank_squares(grid_, p.rows - 1)),
      bottom_rank_(rank_squares(grid_, 0)) {
  for (int rank = 0; rank < p.rows; ++rank) {
    ranks_.push_back(rank_squares(grid_, rank));
    first_file_ |= bit_of(grid_.square(0, rank));
    last_file_ |= bit_of(grid_.square(p.columns - 1, rank));
  }
  progress_at_start_ = progress(start_);
}

// The sum over all pieces of how far they have come; taken ones have come `rows` ranks far.
int Breakthrough::progress(const GridPosition& p) const {
  int sum = (count_bits(start_.occupied()) - count_bits(p.occupied())) * grid_.rows;
  for (int rank = 0; rank < grid_.rows; ++rank) {
    const Squares squares = ranks_[static_cast<std::size_t>(rank)];
    sum += rank * count_bits(p.black & squares) +
           (grid_.rows - 1 - rank) * count_bits(p.white & squares);
  }
  return sum;
}

std::string Breakthrough::layer_name(int layer) const { return fmt::format("layer {}", layer); }

PositionStatus Breakthrough::status(const GridPosition& p) const {
  for (const bool white : {false, true}) {
    const int pieces = count_bits(white ? p.white : p.black);
    const int most = count_bits(start_.black);
    if (pieces > most) {
      return PositionStatus::impossible(fmt::format("{} has {} pieces; there are only {}.",
                                                    white ? "White" : "Black", pieces, most));
    }
  }
  if (p.occupied() == 0) return PositionStatus::impossible("There are no pieces on the board.");
  const Colour to_move = colour_of(p.white_to_move), last = opponent_of(to_move);
  if (has_won(p, p.white_to_move)) {
    return PositionStatus::impossible(
        fmt::format("{} has won already: the game ended before {} made the last move.",
                    colour_name(to_move), colour_name(last)));
  }
  if (has_won(p, !p.white_to_move))
    return PositionStatus::over(last, to_move, fmt::format("{} has won.", colour_name(last)));
  return {};
}

}  // namespace zermelo::breakthrough
