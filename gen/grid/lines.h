// SPDX-License-Identifier: MIT
// Straight lines of a number of neighbouring squares: what games of the tic-tac-toe family are
// about.
#pragma once

#include <array>
#include <span>

#include "symmetry/grid.h"

namespace zermelo {

// All horizontal, vertical and diagonal lines of one length on a grid. Immutable and thread-safe.
class Lines {
 public:
  // The lines in one direction: from one square to the next the number grows by `step`, and the
  // lines begin on `starts`. If there are none, step is 0.
  struct Direction {
    int step = 0;
    Squares starts = 0;
  };

  // `length` >= 1.
  Lines(Grid grid, int length);

  int length() const { return length_; }
  std::span<const Direction, 4> directions() const { return directions_; }

  // Whether the set holds a whole line.
  bool any(Squares set) const {
    for (const Direction& d : directions_) {
      if (whole(set, d) != 0) return true;
    }
    return false;
  }
  // The squares that complete a line together with the set (some may be in it).
  Squares completing(Squares set) const;

 private:
  // Where whole lines begin.
  Squares whole(Squares set, const Direction& d) const {
    Squares run = set;
    for (int have = 1; have < length_;) {
      const int more = have < length_ - have ? have : length_ - have;
      run &= run >> more * d.step;
      have += more;
    }
    return run & d.starts;
  }

  int length_;
  std::array<Direction, 4> directions_;
};

}  // namespace zermelo
