// SPDX-License-Identifier: MIT
// What games have in common in which the sides, Black first, take turns to put a stone on the
// board, the first to have a line of stones wins, and a full board is a draw.
#pragma once

#include <string>

#include "gen/grid/game.h"
#include "gen/grid/lines.h"
#include "symmetry/bits.h"
#include "symmetry/grid.h"

namespace zermelo {

// A base class of such games (gen/grid/game.h). Immutable and thread-safe.
class LineGame {
 public:
  // Lines of `line` stones.
  LineGame(Grid grid, int line) : grid_(grid), square_lines_(grid, line) {}

  Grid grid() const { return grid_; }
  GridPosition start() const { return {}; }
  static constexpr bool is_layered() { return true; }
  int layer(const GridPosition& p) const { return count_bits(p.occupied()); }
  int longest_step() const { return 1; }
  std::string layer_name(int layer) const;

  // How the game has ended with the move that led to p.
  Ending ending_of(const GridPosition& p) const {
    if (square_lines_.any(p.opponent())) return Ending::won;
    return p.occupied() == grid_.all() ? Ending::drawn : Ending::none;
  }
  // Whether the game is over in p, however p was reached.
  bool is_over(const GridPosition& p) const {
    return square_lines_.any(p.black) || square_lines_.any(p.white) || p.occupied() == grid_.all();
  }

 protected:
  // The position after a stone on a square.
  static GridPosition put(const GridPosition& p, Squares square) {
    GridPosition next{p.black, p.white, !p.white_to_move};
    (p.white_to_move ? next.white : next.black) |= square;
    return next;
  }
  // As GridGame's status(p), for games in which stones may stand anywhere.
  PositionStatus stones_status(const GridPosition& p) const;

 private:
  Grid grid_;
  Lines square_lines_;
};

}  // namespace zermelo
