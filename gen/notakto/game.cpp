// SPDX-License-Identifier: MIT
#include "gen/notakto/game.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/error.h"
#include "gen/parameter_reader.h"

namespace zermelo::notakto {

Parameters parse_parameters(const std::map<std::string, std::string>& values) {
  const ParameterReader reader("notakto", values, {"rows", "columns"});
  Parameters p;
  p.rows = reader.number("rows", 1, most_squares, p.rows);
  const int most = most_squares / p.rows;
  p.columns = reader.number("columns", 1, most, std::min(p.columns, most));
  return p;
}

std::map<std::string, std::string> describe(const Parameters& p) {
  return {{"rows", std::to_string(p.rows)}, {"columns", std::to_string(p.columns)}};
}

Notakto::Notakto(const Parameters& p)
    : grid_{p.columns, p.rows}, lines_(grid_, 3), symmetries_(grid_symmetries(grid_)) {}

std::string Notakto::layer_name(int layer) const {
  return fmt::format("{} {}", layer, layer == 1 ? "stone" : "stones");
}

std::string Notakto::move_text(const GridChange& change) const {
  // (All stones are black, whoever puts them.)
  return format_square(std::countr_zero(change.to | change.given), grid_);
}

void Notakto::check(const GridPosition& p) const {
  if (p.white != 0) throw IllegalPosition("In Notakto all stones are black.");
  const bool odd = count_bits(p.black) % 2 == 1;
  if (odd != p.white_to_move) {
    throw IllegalPosition(fmt::format("With {} on the board it is {}'s move.",
                                      odd ? "an odd number of stones" : "an even number of stones",
                                      odd ? "White" : "Black"));
  }
  if (lines_.any(p.black))
    throw GameOver(fmt::format("{} has completed a line and lost.", odd ? "Black" : "White"));
  if (p.black == grid_.all()) throw GameOver("The board is full: the game is drawn.");
}

}  // namespace zermelo::notakto
