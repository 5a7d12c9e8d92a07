// SPDX-License-Identifier: MIT
// Which kinds of men each side of a variant can come to have: what the start has, what that
// promotes to, and what it becomes in the hand of the side that takes it.
#pragma once

#include <cstddef>
#include <vector>

#include "gen/variant/moves.h"
#include "gen/variant/position.h"
#include "gen/variant/variant.h"

namespace zermelo::variant {

// Immutable once made. The rules must outlive it.
class KindsInPlay {
 public:
  explicit KindsInPlay(const Rules& rules);

  const Position& start() const { return start_; }
  bool on_board(int kind, Colour side) const { return at(on_board_, kind)[side]; }
  bool in_hand(int kind, Colour side) const { return at(in_hand_, kind)[side]; }

 private:
  using OfKinds = std::vector<Both<bool>>;

  static const Both<bool>& at(const OfKinds& kinds, int kind) {
    return kinds[static_cast<std::size_t>(kind)];
  }
  void meet(int kind, Colour side);
  void hold(int kind, Colour side);

  const Rules& rules_;
  const Position start_;
  OfKinds on_board_, in_hand_;
};

}  // namespace zermelo::variant
