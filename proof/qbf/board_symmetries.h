// SPDX-License-Identifier: MIT
// Chooses one board among those that the symmetries of the rules turn into each other.
#pragma once

#include <span>
#include <vector>

#include "proof/qbf/arena_steps.h"
#include "symbolic/model/game_model.h"

namespace zermelo::proof {

using symbolic::ModelSymmetry;

struct CanonicalBoard {
  ArenaBoard board;
  // The maps from the given board to this one, and back. Null: they are equal.
  const ModelSymmetry* there = nullptr;
  const ModelSymmetry* back = nullptr;
};

class BoardSymmetries {
 public:
  // `symmetries` are given without the identity. Those whose inverse is not among them are left
  // out.
  explicit BoardSymmetries(std::span<const ModelSymmetry> symmetries);

  // The image whose values come first in lexicographic order. The symmetries live as long as this
  // object. Thread-safe.
  CanonicalBoard canonical(const ArenaBoard& board) const;

 private:
  struct Pair {
    ModelSymmetry symmetry, inverse;
  };
  std::vector<Pair> pairs_;
};

}  // namespace zermelo::proof
