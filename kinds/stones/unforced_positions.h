// SPDX-License-Identifier: MIT
// The positions whose values a table of a game of stones stores: canonical ones that are unforced.
// In an unforced position neither side has a line, nor completes one with its next stone. The
// values of all others follow from the rules: the game is over; or the side to move wins at once;
// or the other side would, and the side to move must put its stone there, or cannot stop two such
// threats.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gen/grid/stone_game.h"
#include "kinds/stones/row_kernels.h"
#include "kinds/stones/shape_rows.h"

namespace zermelo {

// Each thread needs its own.
template <StoneGame Game, class Lane>
class UnforcedPositions {
 public:
  explicit UnforcedPositions(const Game& game) : game_(game) {}

  // Goes to a shape; returns whether it is canonical and not the whole board.
  bool enter(Squares shape) {
    for (const GridSymmetry& g : game_.cell_symmetries().subspan(1)) {
      if (g(shape) < shape) return false;
    }
    next_ = game_.next_stones(shape);
    if (next_ == 0) return false;
    rows_.enter(shape);
    stabiliser_.clear();
    for (const GridSymmetry& g : game_.cell_symmetries().subspan(1)) {
      if (g(shape) == shape) stabiliser_.push_back(&g);
    }
    high_cells_ = deposit_bits(~Squares{0} << rows_.low().length(), shape);
    return true;
  }
  const ShapeRows<Lane>& rows() const { return rows_; }

  // Calls visit(rank, hint) for the unforced canonical positions of the shape in the rows numbered
  // begin..end-1, in order; ends early if visit returns false. Returns whether it came to the end.
  template <class Visit>
  bool for_each(std::uint64_t begin, std::uint64_t end, Visit&& visit) {
    bool going_on = true;
    rows_.for_each(begin, end, [&](const ShapeRow& row) {
      if (!is_forced(row)) going_on = visit_row(row, visit);
      return going_on;
    });
    return going_on;
  }

 private:
  // Whether the stones of the high part alone make all of the row forced.
  bool is_forced(const ShapeRow& row) const {
    const Squares black = row.black, white = high_cells_ ^ row.black;
    return (game_.lines().completing(black) & (black | next_)) != 0 ||
           (game_.lines().completing(white) & (white | next_)) != 0;
  }

  template <class Visit>
  bool visit_row(const ShapeRow& row, Visit&& visit) {
    const Lane* const low = rows_.boards(row.low_ones);
    rows::find_unforced(low, row.count, row.black, rows_.shape(), next_, game_.lines(),
                        black_.data(), white_.data(), unforced_.data());
    for (std::uint32_t i = 0; i < row.count; ++i) {
      if (unforced_[i] == 0 || !is_smallest(low[i] | row.black)) continue;
      if (!visit(row.rank + i, game_.hint(black_[i], white_[i], rows_.shape()))) return false;
    }
    return true;
  }

  bool is_smallest(Squares black) const {
    for (const GridSymmetry* g : stabiliser_) {
      if ((*g)(black) < black) return false;
    }
    return true;
  }

  const Game& game_;
  ShapeRows<Lane> rows_;
  Squares next_ = 0, high_cells_ = 0;
  std::vector<const GridSymmetry*> stabiliser_;
  // For one row, which has at most 252 positions.
  std::array<Lane, 256> black_, white_;
  std::array<std::uint8_t, 256> unforced_;
};

}  // namespace zermelo
