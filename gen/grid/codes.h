// SPDX-License-Identifier: MIT
// Positions on a grid as numbers, as densely as possible: all positions with k pieces, whatever
// their colours and the side to move, are C(squares, k) * 2^k * 2 neighbouring numbers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gen/grid/position.h"

namespace zermelo {

struct ChunkTables;

// Immutable and thread-safe.
class GridCodes {
 public:
  // For positions with `fewest` to `most` pieces. Throws UsageError if their number exceeds 2^63.
  GridCodes(Grid grid, int fewest, int most);

  // The code of a position with a permitted number of pieces; it is below size().
  std::uint64_t encode(const GridPosition& p) const;
  // `code` < size().
  GridPosition decode(std::uint64_t code) const;

  // Whether positions with this many pieces have codes.
  bool covers(int pieces) const {
    return pieces >= fewest_ && pieces - fewest_ + 1 < static_cast<int>(first_.size());
  }
  // The number of codes.
  std::uint64_t size() const { return first_.back(); }
  // The codes of positions with k pieces begin here and end where those with k+1 begin.
  // `pieces` is fewest..most+1.
  std::uint64_t first_with(int pieces) const {
    return first_[static_cast<std::size_t>(pieces - fewest_)];
  }

 private:
  static constexpr int chunk = 8;  // squares that are looked up together
  static constexpr int chunks = max_squares / chunk;

  // Sets of k squares among the first chunk * (c + 1), ordered by how many of them are in the last
  // chunk, then by its pattern, then by the rest: where those with `high` in the last chunk begin.
  std::uint64_t base(int c, int k, int high) const {
    return base_[static_cast<std::size_t>(c)][static_cast<std::size_t>(k)]
                [static_cast<std::size_t>(high)];
  }
  // Sets of k squares among the first chunk * c.
  std::uint64_t below(int c, int k) const {
    return below_[static_cast<std::size_t>(c)][static_cast<std::size_t>(k)];
  }
  int pieces_of(std::uint64_t code) const;

  const ChunkTables& tables_;  // the same for all boards
  int fewest_;
  int chunks_;                        // that the board has
  std::vector<std::uint64_t> first_;  // by number of pieces
  std::array<std::array<std::uint64_t, max_squares + 1>, chunks + 1> below_{};
  std::array<std::array<std::array<std::uint64_t, chunk + 2>, max_squares + 1>, chunks> base_{};
};

// Codes of a game whose rules need none: on boards that have too many positions to number, only
// tables are impossible. Immutable and thread-safe.
class GridCodesIfAny {
 public:
  GridCodesIfAny(Grid grid, int fewest, int most);

  bool any() const { return codes_.has_value(); }
  // Throws UsageError if there are none.
  const GridCodes& get() const {
    if (!codes_) refuse();
    return *codes_;
  }
  // Whether positions with this many pieces would have codes.
  bool covers(int pieces) const { return pieces >= fewest_ && pieces <= most_; }

 private:
  [[noreturn]] void refuse() const;

  int fewest_, most_;
  std::optional<GridCodes> codes_;
  std::string why_not_;
};

}  // namespace zermelo
