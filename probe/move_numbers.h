// SPDX-License-Identifier: MIT
// Numbers of moves, as people write them in front: one for a turn of either side.
#pragma once

#include <string>

#include "gen/value.h"

namespace zermelo {

// What stands in front of the moves of a line, one after another: "1. b2L c3D  2. c1U" in pairs; if
// a side moves several times in a turn, with commas, "1. b, c a  2. b"; and if one player is alone
// with a puzzle (`metric`), a number for each, "1. U  2. R'". Two spaces stand before a number, so
// that lines can be broken there.
class MoveNumbers {
 public:
  explicit MoveNumbers(Metric metric) : is_alone_(metric == Metric::moves) {}

  // Before the next move.
  std::string next() const { return is_first_ ? begin() : continued(); }
  // The same for a line that begins with it, elsewhere: "2... " with the second side's move.
  std::string begin() const;
  // To be called after each move.
  void made(bool moves_again);
  // Whether the side that made the first move is to make the next one.
  bool first_side_is_next() const { return is_alone_ || turn_ % 2 == 0; }
  // Whether a number stands before the next move.
  bool begins_a_number() const { return is_first_ || (!is_in_turn_ && turn_ % 2 == 0); }

 private:
  std::string continued() const;

  bool is_alone_;
  bool is_first_ = true;
  bool is_in_turn_ = false;  // the side that moved last moves again
  int turn_ = 0;
};

}  // namespace zermelo
