// SPDX-License-Identifier: MIT
// Breakthrough (Dan Troyka, 2000): pieces go one square ahead, straight or diagonally, to empty
// squares, and take diagonally. A player who reaches the far rank, or takes all of the other side's
// pieces, has won.
//
// Black begins on the lowest ranks and moves up.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gen/grid/codes.h"
#include "gen/grid/game.h"
#include "gen/parameters.h"
#include "symmetry/bits.h"
#include "symmetry/grid.h"

namespace zermelo::breakthrough {

struct Parameters {
  int columns = 4, rows = 5;  // at least 2 columns and 3 rows, at most 64 squares

  bool operator==(const Parameters&) const = default;
};

const GameInfo& info();
// Reads key=value pairs; keys that are absent have the defaults of info(). Throws UsageError.
Parameters parse_parameters(const ParameterTexts& texts);

// Immutable and thread-safe.
class Breakthrough {
 public:
  explicit Breakthrough(const Parameters& parameters);

  Grid grid() const { return grid_; }
  // Two ranks of pieces per side; one if there are only three ranks.
  const GridPosition& start() const { return start_; }
  std::span<const GridSymmetry> symmetries() const { return symmetries_; }
  // Throws UsageError on boards that have too many positions to number.
  const GridCodes& codes() const { return codes_.get(); }
  bool has_codes() const { return codes_.any(); }
  // Every move brings a piece ahead; a piece that is taken counts as one that has reached the far
  // rank.
  static constexpr bool is_layered() { return true; }
  int layer(const GridPosition& p) const { return progress(p) - progress_at_start_; }
  int longest_step() const { return 1 + grid_.rows; }
  std::string layer_name(int layer) const;
  std::string move_text(const GridChange& change) const { return format_change(change, grid_); }
  PositionStatus status(const GridPosition& p) const;

  template <class Visit>
  void for_each_successor(const GridPosition& p, Visit&& visit) const {
    const Squares own = p.own();
    const int ahead = p.white_to_move ? -grid_.columns : grid_.columns;
    // Diagonal moves may take a piece.
    const auto go = [&](Squares movers, int step, Squares to) {
      for_each_square(movers & shifted(to, -step), [&](int from) {
        const GridPosition next = moved(p, bit_of(from), bit_of(from + step));
        visit(next, ending_of(next));
      });
    };
    go(own, ahead, grid_.all() & ~p.occupied());
    go(own & ~first_file_, ahead - 1, grid_.all() & ~own);
    go(own & ~last_file_, ahead + 1, grid_.all() & ~own);
  }

 private:
  static Squares shifted(Squares squares, int by) {
    return by >= 0 ? squares << by : squares >> -by;
  }
  static GridPosition moved(const GridPosition& p, Squares from, Squares to) {
    const Squares own = (p.own() & ~from) | to, other = p.opponent() & ~to;
    return p.white_to_move ? GridPosition{other, own, false} : GridPosition{own, other, true};
  }
  // `p` was reached by a move.
  Ending ending_of(const GridPosition& p) const {
    return has_won(p, !p.white_to_move) ? Ending::won : Ending::none;
  }
  // Whether a side has a piece on the far rank, or has taken all of the other side's.
  bool has_won(const GridPosition& p, bool white) const {
    return white ? (p.white & bottom_rank_) != 0 || p.black == 0
                 : (p.black & top_rank_) != 0 || p.white == 0;
  }
  int progress(const GridPosition& p) const;

  Grid grid_;
  GridPosition start_;
  GridCodesIfAny codes_;
  std::vector<GridSymmetry> symmetries_;
  Squares first_file_ = 0, last_file_ = 0, top_rank_ = 0, bottom_rank_ = 0;
  std::vector<Squares> ranks_;
  int progress_at_start_ = 0;
};

}  // namespace zermelo::breakthrough
