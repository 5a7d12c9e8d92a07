// SPDX-License-Identifier: MIT
// Othello on any board. A disc must be put so that it encloses discs of the other side between
// itself and others of its own, in any of the eight directions; those become its own. A side that
// cannot must pass. When neither can, the side with more discs has won.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "gen/grid/codes.h"
#include "gen/grid/game.h"
#include "gen/parameters.h"
#include "gen/value.h"
#include "symmetry/bits.h"
#include "symmetry/grid.h"

namespace zermelo::othello {

struct Parameters {
  int rows = 4, cols = 4;  // at least 2 each; at most 64 squares
  // The lower left one of the four squares in the middle that hold discs at the start. White has it
  // and the one opposite.
  int start_file = 1, start_rank = 1;
  Metric metric = Metric::distance;  // plies to the end, or discs more at the end

  bool operator==(const Parameters&) const = default;
};

const GameInfo& info();
// Reads key=value pairs; keys that are absent have the defaults of info(). Throws UsageError.
Parameters parse_parameters(const ParameterTexts& texts);

// Immutable and thread-safe.
class Othello {
 public:
  explicit Othello(const Parameters& parameters);

  // What its tables count.
  Metric metric() const { return metric_; }
  Grid grid() const { return grid_; }
  const GridPosition& start() const { return start_; }
  std::span<const GridSymmetry> symmetries() const { return symmetries_; }
  std::span<const GridSymmetry> start_symmetries() const { return start_symmetries_; }
  // Throws UsageError on boards of more than 39 squares: they have too many positions to number.
  const GridCodes& codes() const { return codes_.get(); }
  bool has_codes() const { return codes_.any(); }
  // Positions in which the side to move must pass come before the others with the same number of
  // discs.
  static constexpr bool is_layered() { return true; }
  int layer(const GridPosition& p) const {
    return 2 * (count_bits(p.occupied()) - 4) - (moves(p.own(), p.opponent()) == 0 ? 1 : 0);
  }
  int longest_step() const { return 2; }
  std::string layer_name(int layer) const;
  // The square, or "pass".
  std::string move_text(const GridChange& change) const;
  PositionStatus status(const GridPosition& p) const;

  template <class Visit>
  void for_each_successor(const GridPosition& p, Visit&& visit) const {
    const Squares own = p.own(), other = p.opponent(), targets = moves(own, other);
    if (targets == 0) {
      if (moves(other, own) != 0) visit({p.black, p.white, !p.white_to_move}, Ending::none);
      return;
    }
    for_each_square(targets, [&](int square) {
      const Squares turned = flips(own, other, square);
      const GridPosition next = after(p, own | turned | bit_of(square), other & ~turned);
      visit(next, ending_of(next));
    });
  }

  // How many discs more, at the end, the side has that has made the last move.
  int score(const GridPosition& p) const { return count_bits(p.opponent()) - count_bits(p.own()); }
  // Where `own` may put a disc, and which of the other side's that turns.
  Squares moves(Squares own, Squares other) const;
  Squares flips(Squares own, Squares other, int square) const;

 private:
  // Two opposite directions: `shift` squares on, to higher and to lower numbers. `inner` are the
  // squares that have a next one both ways, of which a line has at most `longest`: only discs on
  // those can be enclosed, and a step from there stays on the board.
  struct Axis {
    int shift = 0, longest = 0;
    Squares inner = 0;
  };
  Axis axis(int dx, int dy) const;
  // Discs in a row, from next to given squares on, to higher and to lower numbers.
  struct Runs {
    Squares up, down;
  };
  // Those of the discs `enclosable`, which are on inner squares. (As many steps as a line has
  // squares, instead of as many as needed: no branch depends on where discs are.)
  static Runs runs_from(Squares squares, Squares enclosable, const Axis& a) {
    Squares up = squares << a.shift & enclosable, down = squares >> a.shift & enclosable;
    for (int step = 1; step < a.longest; ++step) {
      up |= up << a.shift & enclosable;
      down |= down >> a.shift & enclosable;
    }
    return {up, down};
  }
  // The position after a move of p's that leaves these discs to its maker and to the other side.
  static GridPosition after(const GridPosition& p, Squares own, Squares other) {
    return p.white_to_move ? GridPosition{other, own, false} : GridPosition{own, other, true};
  }
  // `p` was reached by a move.
  Ending ending_of(const GridPosition& p) const {
    if (moves(p.own(), p.opponent()) != 0 || moves(p.opponent(), p.own()) != 0) return Ending::none;
    const int mover = count_bits(p.opponent()), other = count_bits(p.own());
    return mover > other ? Ending::won : mover < other ? Ending::lost : Ending::drawn;
  }

  Metric metric_;
  Grid grid_;
  GridPosition start_;
  GridCodesIfAny codes_;
  std::vector<GridSymmetry> symmetries_, start_symmetries_;
  std::array<Axis, 4> axes_;
};

}  // namespace zermelo::othello
