// SPDX-License-Identifier: MIT
// Connect Four on any board: stones are dropped into columns, and the first player to have a
// certain number of them in a row, across, upright or diagonally, wins. A full board is a draw.
//
// A game on a grid (gen/grid/game.h) and one that only adds stones (gen/grid/stone_game.h).
// Squares, for people, are numbered by ranks; cells, for the solver, by columns: cell column * rows
// + row.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/connect/parameters.h"
#include "gen/grid/line_game.h"
#include "gen/grid/stone_game.h"
#include "symmetry/grid.h"

namespace zermelo::connect {

// Immutable and thread-safe.
class Connect : public LineGame {
 public:
  explicit Connect(const Parameters& parameters);

  const Parameters& parameters() const { return parameters_; }

  // --- As a game on a grid ----------------------------------------------------------------------

  std::span<const GridSymmetry> symmetries() const { return symmetries_; }
  // The letter of the column.
  std::string move_text(const GridChange& change) const;
  PositionStatus status(const GridPosition& p) const;

  template <class Visit>
  void for_each_successor(const GridPosition& p, Visit&& visit) const {
    for (int file = 0; file < parameters_.columns; ++file) {
      const Squares open = files_[static_cast<std::size_t>(file)] & ~p.occupied();
      if (open == 0) continue;
      const GridPosition next = put(p, open & (~open + 1));
      visit(next, ending_of(next));
    }
  }

  // --- As a game of stones ----------------------------------------------------------------------

  int cells() const { return parameters_.columns * parameters_.rows; }
  const Lines& lines() const { return cell_lines_; }
  std::uint64_t shapes(int stones) const { return ways(parameters_.columns, stones); }
  // Ordered by the heights of the columns, the first one mattering most.
  Squares shape(int stones, std::uint64_t number) const;
  std::uint64_t shape_number(Squares shape) const;
  Squares next_stones(Squares shape) const { return (shape << 1 | bottom_) & ~shape & all_cells_; }
  Squares last_stones(Squares shape) const { return shape & ~((shape & ~bottom_) >> 1); }
  std::span<const GridSymmetry> cell_symmetries() const { return cell_symmetries_; }

  // How many empty squares complete a line of Black's and of White's, those on odd rows (which
  // Black tends to get) and on even ones counted separately, up to 3 and 1.
  static constexpr unsigned hints = 64;
  unsigned hint(Squares black, Squares white, Squares shape) const;

  std::string text(const StonePosition& p) const;
  Squares to_cells(Squares squares) const { return to_cells_(squares); }
  Squares to_squares(Squares cells) const { return to_squares_(cells); }

 private:
  // Heights of the last `columns` columns that add up to `stones`.
  std::uint64_t ways(int columns, int stones) const;

  Parameters parameters_;
  Lines cell_lines_;
  std::vector<GridSymmetry> symmetries_, cell_symmetries_;
  GridSymmetry to_cells_, to_squares_;
  std::vector<Squares> files_;          // the squares of each file
  Squares bottom_ = 0, all_cells_ = 0;  // cells
  Squares odd_rows_ = 0;                // cells of the first, third, ... row
  std::vector<std::vector<std::uint64_t>> ways_;
};

}  // namespace zermelo::connect
