// SPDX-License-Identifier: MIT
// Cubes that IC3 has found, with what justifies each.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "proof/ic3/cube.h"
#include "proof/ic3/reach_game.h"

namespace zermelo::proof {

// A level or rank that no number bounds.
inline constexpr int for_ever = 1 << 30;

// Which cubes count: those with a bound from `least` to `most`.
struct BoundRange {
  int least = 0, most = for_ever;

  bool contains(int bound) const { return least <= bound && bound <= most; }
};

// States of one player, and why they are blocked or won.
struct Ic3Cube {
  static constexpr std::size_t no_target = ~std::size_t{0};

  Cube cube;
  int bound = 0;                   // of blocked states the level, of won ones the rank
  StateVector choice;              // the move that does it, if it is that of the player to move
  std::size_t target = no_target;  // of blocked cubes with a choice: the cube it leads to, if any
};

// Not thread-safe.
class CubeSet {
 public:
  std::size_t size() const { return cubes_.size(); }
  const Ic3Cube& operator[](std::size_t n) const { return cubes_[n]; }
  const std::vector<Ic3Cube>& cubes() const { return cubes_; }

  // Its number: they are numbered as they come.
  std::size_t add(Ic3Cube cube);
  // The cube holds for that bound, too.
  void set_bound(std::size_t n, int bound) {
    assert(bound >= bounds_[n]);  // what is blocked for a level is so for those below
    cubes_[n].bound = bounds_[n] = bound;
  }
  // Whether what is kept side by side is what the cubes are, and every bound is 1 or more.
  bool check() const;

  // The newest with the state in it.
  std::optional<std::size_t> find(const StateVector& state, const BoundRange& range) const;
  // Of those with the state in it the one with the fewest variables.
  std::optional<std::size_t> find_widest(const StateVector& state, const BoundRange& range) const;
  // The same states.
  std::optional<std::size_t> find_same(const Cube& cube) const;

 private:
  bool contains(std::size_t n, const StateVector& state) const {
    const std::size_t words = state.words().size();
    const std::uint64_t* cube = &words_[2 * words * n];
    std::uint64_t differ = 0;
    for (std::size_t w = 0; w < words; ++w)
      differ |= (state.words()[w] ^ cube[words + w]) & cube[w];
    return differ == 0;
  }

  std::vector<Ic3Cube> cubes_;
  // The same side by side, for searching: of each cube the care words, then the values.
  std::vector<std::uint64_t> words_;
  std::vector<int> bounds_;
};

// Where a symmetry takes a state; and the cube that it takes to a given one, with what justifies it
// but its target.
StateVector image(const ReachSymmetry& symmetry, const StateVector& state);
Ic3Cube preimage(const ReachSymmetry& symmetry, Player player, const Ic3Cube& cube);

}  // namespace zermelo::proof
