// SPDX-License-Identifier: MIT
#include "gen/othello/game.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/error.h"
#include "gen/parameter_reader.h"

namespace zermelo::othello {
namespace {

GridPosition start_of(const Parameters& p, Grid grid) {
  GridPosition start;
  const int file = p.start_file, rank = p.start_rank;
  start.white = bit_of(grid.square(file, rank)) | bit_of(grid.square(file + 1, rank + 1));
  start.black = bit_of(grid.square(file + 1, rank)) | bit_of(grid.square(file, rank + 1));
  return start;
}

std::vector<GridSymmetry> those_that_keep(const GridPosition& start,
                                          const std::vector<GridSymmetry>& symmetries) {
  std::vector<GridSymmetry> result;
  for (const GridSymmetry& g : symmetries) {
    if (g(start.black) == start.black && g(start.white) == start.white) result.push_back(g);
  }
  return result;
}

}  // namespace

Parameters parse_parameters(const std::map<std::string, std::string>& values) {
  const ParameterReader reader("othello", values,
                               {"rows", "cols", "start_file", "start_rank", "metric"});
  Parameters p;
  p.rows = reader.number("rows", 2, most_squares / 2, p.rows);
  const int most = most_squares / p.rows;
  p.cols = reader.number("cols", 2, most, std::min(p.cols, most));
  p.start_file = reader.number("start_file", 1, p.cols - 1, p.cols / 2) - 1;
  p.start_rank = reader.number("start_rank", 1, p.rows - 1, p.rows / 2) - 1;
  p.metric = reader.choice("metric", {"distance", "score"}) == 0 ? Metric::distance : Metric::score;
  return p;
}

std::map<std::string, std::string> describe(const Parameters& p) {
  return {{"rows", std::to_string(p.rows)},
          {"cols", std::to_string(p.cols)},
          {"start_file", std::to_string(p.start_file + 1)},
          {"start_rank", std::to_string(p.start_rank + 1)},
          {"metric", p.metric == Metric::distance ? "distance" : "score"}};
}

Othello::Othello(const Parameters& p)
    : grid_{p.cols, p.rows},
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
      directions_[next++] = {dy * grid_.columns + dx, stays};
    }
  }
}

Squares Othello::moves(Squares own, Squares other) const {
  const Squares open = grid_.all() & ~(own | other);
  Squares result = 0;
  for (const Direction& d : directions_) {
    // The other side's discs that follow on one's own without a gap.
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
  // Discs that are turned belonged to the other side before; the new one to nobody.
  const Squares placed = change.to & ~change.taken;
  return placed == 0 ? "pass" : format_square(std::countr_zero(placed), grid_);
}

void Othello::check(const GridPosition& p) const {
  // Of a position that a symmetry has turned, the middle is where that has put it.
  const bool has_middle = std::ranges::any_of(symmetries_, [&](const GridSymmetry& g) {
    return (g(start_.occupied()) & ~p.occupied()) == 0;
  });
  if (!has_middle) throw IllegalPosition("The four squares in the middle are never empty.");
  if (moves(p.own(), p.opponent()) != 0 || moves(p.opponent(), p.own()) != 0) return;
  const int black = count_bits(p.black), white = count_bits(p.white);
  throw GameOver(black == white
                     ? fmt::format("Neither side can move: a draw, {} to {}.", black, white)
                     : fmt::format("Neither side can move: {} has won, {} to {}.",
                                   black > white ? "Black" : "White", std::max(black, white),
                                   std::min(black, white)));
}

}  // namespace zermelo::othello
