// SPDX-License-Identifier: MIT
// m,n,k-games, the family of tic-tac-toe: stones are put on any empty square of m columns and n
// rows, and the first player to have k in a row, across, upright or diagonally, wins. A full board
// is a draw.
//
// A game on a grid (gen/grid/game.h) and one that only adds stones (gen/grid/stone_game.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/grid/line_game.h"
#include "gen/grid/lines.h"
#include "gen/grid/stone_game.h"
#include "gen/parameters.h"
#include "symmetry/grid.h"

namespace zermelo::mnk {

struct Parameters {
  int m = 3, n = 3;  // columns and rows; at most 64 squares
  int k = 3;         // this many stones in a row win

  bool operator==(const Parameters&) const = default;
};

const GameInfo& info();
// Reads key=value pairs; keys that are absent have the defaults of info(). Throws UsageError.
Parameters parse_parameters(const ParameterTexts& texts);

// Immutable and thread-safe.
class Mnk : public LineGame {
 public:
  explicit Mnk(const Parameters& parameters);

  const Parameters& parameters() const { return parameters_; }

  // --- As a game on a grid ----------------------------------------------------------------------

  std::span<const GridSymmetry> symmetries() const { return symmetries_; }
  std::string move_text(const GridChange& change) const { return format_change(change, grid()); }
  PositionStatus status(const GridPosition& p) const { return stones_status(p); }

  template <class Visit>
  void for_each_successor(const GridPosition& p, Visit&& visit) const {
    for_each_square(grid().all() & ~p.occupied(), [&](int square) {
      const GridPosition next = put(p, bit_of(square));
      visit(next, ending_of(next));
    });
  }

  // --- As a game of stones ----------------------------------------------------------------------

  int cells() const { return grid().squares(); }
  const Lines& lines() const { return lines_; }
  std::uint64_t shapes(int stones) const { return binomial_64(cells(), stones); }
  Squares shape(int stones, std::uint64_t number) const {
    return ColourRank::string(number, cells(), stones);
  }
  std::uint64_t shape_number(Squares shape) const { return colour_rank()(shape); }
  Squares next_stones(Squares shape) const { return grid().all() & ~shape; }
  Squares last_stones(Squares shape) const { return shape; }
  std::span<const GridSymmetry> cell_symmetries() const { return symmetries_; }

  // (Nothing can be said about an unforced position: there is no square that completes a line.)
  static constexpr unsigned hints = 1;
  unsigned hint(Squares, Squares, Squares) const { return 0; }

  std::string text(const StonePosition& p) const;
  Squares to_cells(Squares squares) const { return squares; }
  Squares to_squares(Squares cells) const { return cells; }

 private:
  Parameters parameters_;
  Lines lines_;
  std::vector<GridSymmetry> symmetries_;
};

}  // namespace zermelo::mnk
