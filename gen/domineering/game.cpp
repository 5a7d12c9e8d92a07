// SPDX-License-Identifier: MIT
#include "gen/domineering/game.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/error.h"
#include "gen/parameter_reader.h"

namespace zermelo::domineering {
namespace {

// Those that leave upright what is upright.
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

}  // namespace

Parameters parse_parameters(const std::map<std::string, std::string>& values) {
  const ParameterReader reader("domineering", values, {"columns", "rows"});
  Parameters p;
  p.columns = reader.number("columns", 1, most_squares / 2, p.columns);
  const int most = most_squares / p.columns;
  p.rows = reader.number("rows", 2, most, std::min(p.rows, most));
  return p;
}

std::map<std::string, std::string> describe(const Parameters& p) {
  return {{"columns", std::to_string(p.columns)}, {"rows", std::to_string(p.rows)}};
}

Domineering::Domineering(const Parameters& p)
    : grid_{p.columns, p.rows},
      codes_(grid_, 0, grid_.squares()),
      symmetries_(symmetries_of(grid_)) {
  for (int rank = 0; rank < p.rows; ++rank) last_file_ |= bit_of(grid_.square(p.columns - 1, rank));
}

std::string Domineering::layer_name(int layer) const {
  return fmt::format("{} {}", layer, layer == 1 ? "domino" : "dominoes");
}

void Domineering::check(const GridPosition& p) const {
  const int black = count_bits(p.black), white = count_bits(p.white);
  if (black % 2 != 0 || white % 2 != 0)
    throw IllegalPosition("Dominoes cover two squares; a side has an odd number.");
  if (black / 2 - white / 2 != (p.white_to_move ? 1 : 0)) {
    throw IllegalPosition(
        fmt::format("With {} to move, Black must have put {}; there are {} and {} dominoes.",
                    p.white_to_move ? "White" : "Black",
                    p.white_to_move ? "one domino more than White" : "as many dominoes as White",
                    black / 2, white / 2));
  }
  if (places(p.occupied(), p.white_to_move) == 0) {
    throw GameOver(
        fmt::format("{} cannot move and has lost.", p.white_to_move ? "White" : "Black"));
  }
}

}  // namespace zermelo::domineering
