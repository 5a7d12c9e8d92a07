// SPDX-License-Identifier: MIT
// Clobber (Michael Albert, J. P. Grossman, Richard Nowakowski, 2001): at the start black and white
// pieces stand on all squares like the colours of a chessboard. A piece moves onto a square next to
// it, not diagonally, that holds a piece of the other side, and takes it. A player who cannot move
// has lost. Black begins, and has a1.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gen/grid/codes.h"
#include "gen/grid/game.h"
#include "gen/parameters.h"
#include "symmetry/bits.h"
#include "symmetry/grid.h"

namespace zermelo::clobber {

struct Parameters {
  int columns = 5, rows = 4;  // at least 2 columns, at most 39 squares

  bool operator==(const Parameters&) const = default;
};

const GameInfo& info();
// Reads key=value pairs; keys that are absent have the defaults of info(). Throws UsageError.
Parameters parse_parameters(const ParameterTexts& texts);

// Those of GridCodes without the side to move, which follows from the number of pieces.
class Codes {
 public:
  explicit Codes(Grid grid) : squares_(grid.squares()), codes_(grid, 1, squares_) {}

  std::uint64_t size() const { return codes_.size() / 2; }
  std::uint64_t encode(const GridPosition& p) const { return codes_.encode(p) / 2; }
  GridPosition decode(std::uint64_t code) const {
    GridPosition p = codes_.decode(code * 2);
    p.white_to_move = (squares_ - count_bits(p.occupied())) % 2 == 1;
    return p;
  }

 private:
  int squares_;
  GridCodes codes_;
};

// Immutable and thread-safe.
class Clobber {
 public:
  explicit Clobber(const Parameters& parameters);

  Grid grid() const { return grid_; }
  const GridPosition& start() const { return start_; }
  std::span<const GridSymmetry> symmetries() const { return symmetries_; }
  // The symmetries that do not exchange the colours of the start.
  std::span<const GridSymmetry> start_symmetries() const { return start_symmetries_; }
  const Codes& codes() const { return codes_; }
  // Every move takes a piece.
  static constexpr bool is_layered() { return true; }
  int layer(const GridPosition& p) const { return grid_.squares() - count_bits(p.occupied()); }
  int longest_step() const { return 1; }
  std::string layer_name(int layer) const;
  std::string move_text(const GridChange& change) const { return format_change(change, grid_); }
  PositionStatus status(const GridPosition& p) const;

  template <class Visit>
  void for_each_successor(const GridPosition& p, Visit&& visit) const {
    const Squares own = p.own(), other = p.opponent();
    const auto go = [&](Squares movers, int step) {
      for_each_square(movers, [&](int from) {
        const GridPosition next = moved(p, bit_of(from), bit_of(from + step));
        visit(next, can_move(next) ? Ending::none : Ending::won);
      });
    };
    go(own & other >> grid_.columns, grid_.columns);
    go(own & other << grid_.columns, -grid_.columns);
    go(own & other >> 1 & ~last_file_, 1);
    go(own & other << 1 & ~first_file_, -1);
  }

  // For depth_search.h.
  bool is_stuck_win(const GridPosition&) const { return true; }
  StuckWins stuck_wins() const { return StuckWins::all; }

 private:
  static GridPosition moved(const GridPosition& p, Squares from, Squares to) {
    const Squares own = (p.own() & ~from) | to, other = p.opponent() & ~to;
    return p.white_to_move ? GridPosition{other, own, false} : GridPosition{own, other, true};
  }
  // Either side can move if and only if pieces of both colours stand next to each other.
  bool can_move(const GridPosition& p) const {
    return (p.black & (p.white >> grid_.columns | p.white << grid_.columns |
                       (p.white >> 1 & ~last_file_) | (p.white << 1 & ~first_file_))) != 0;
  }

  Grid grid_;
  GridPosition start_;
  Codes codes_;
  std::vector<GridSymmetry> symmetries_, start_symmetries_;
  Squares first_file_ = 0, last_file_ = 0;
};

}  // namespace zermelo::clobber
