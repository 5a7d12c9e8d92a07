// SPDX-License-Identifier: MIT
// A number that no move of a game lowers: it sorts the positions into layers.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gen/bddl/grid_rules.h"

namespace zermelo::bddl {

// A weight for every kind of piece on every square; a position's potential is the sum over its
// pieces, minus the sum for the start.
class Potential {
 public:
  // The best one that is found: if possible, one that every move raises.
  explicit Potential(const GridRules& rules);

  int operator()(const GridPosition& p) const {
    return (sum(black_, p.black) + sum(white_, p.white) - start_) / unit_;
  }
  // Whether every move raises it, and by how much at most.
  bool every_move_raises() const { return least_ >= 1; }
  int greatest_raise() const { return greatest_ / unit_; }
  // If it counts pieces: how many more pieces than at the start it stands for.
  std::optional<int> pieces(int potential) const {
    return counts_ ? std::optional(potential * unit_) : std::nullopt;
  }

 private:
  // All squares of the same weight together.
  struct Level {
    Squares squares;
    int weight;
  };
  using Weights = std::vector<Level>;
  struct Raise {
    int least, greatest, raising;  // of all moves; how many moves surely raise it
    int unit;                      // all raises are multiples of it
  };

  static int sum(const Weights& weights, Squares pieces) {
    int total = 0;
    for (const Level& level : weights)
      total += level.weight * std::popcount(pieces & level.squares);
    return total;
  }
  static std::vector<Weights> candidates(Grid grid);
  static Raise raise_of(const GridRules& rules, const Weights& black, const Weights& white);

  Weights black_, white_;
  int unit_ = 1, start_ = 0, least_ = 0, greatest_ = 0;
  bool counts_ = false;
};

}  // namespace zermelo::bddl
