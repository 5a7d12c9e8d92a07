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

// A level or rank that no number bounds: the frame F-infinity of Een, Mishchenko and Brayton (FMCAD
// 2011).
inline constexpr int infinity = 1 << 30;

inline int level_before(int level) { return level == infinity ? infinity : level - 1; }
inline int level_after(int level) { return level == infinity ? infinity : level + 1; }

// The cubes that count: those with a bound from `least` to `most`.
struct BoundRange {
  int least = 0, most = infinity;

  bool contains(int bound) const { return least <= bound && bound <= most; }
};

// States of one player, and why they are blocked or won.
struct Ic3Cube {
  static constexpr std::size_t no_target = ~std::size_t{0};

  Cube cube;
  int bound = 0;                   // for blocked states the level, for won ones the rank
  StateVector choice;              // the move that justifies it, if the player to move makes it
  std::size_t target = no_target;  // for blocked cubes with a choice: where it leads, if to a cube
};

// Not thread-safe.
class CubeSet {
 public:
  std::size_t size() const { return cubes_.size(); }
  const Ic3Cube& operator[](std::size_t n) const { return cubes_[n]; }
  const std::vector<Ic3Cube>& cubes() const { return cubes_; }

  // Returns its number: cubes are numbered in the order in which they are added.
  std::size_t add(Ic3Cube cube);
  // Records that the cube holds for that bound, too.
  void set_bound(std::size_t n, int bound) {
    assert(bound >= bounds_[n]);  // what is blocked for a level is blocked for lower ones
    cubes_[n].bound = bounds_[n] = bound;
  }
  // Whether the copy that is kept for searching agrees with the cubes, and every bound is at least
  // 1.
  bool check() const;

  // The newest cube that contains the state.
  std::optional<std::size_t> find(const StateVector& state, const BoundRange& range) const;
  // Of the cubes that contain the state, the one with the fewest variables.
  std::optional<std::size_t> find_widest(const StateVector& state, const BoundRange& range) const;
  // The cube with the same states.
  std::optional<std::size_t> find_same(const Cube& cube) const;

 private:
  bool contains(std::size_t n, const StateVector& state) const {
    const std::size_t words = state.words().size();
    const std::uint64_t* cube = words_.data() + 2 * words * n;  // (there may be no words)
    std::uint64_t differ = 0;
    for (std::size_t w = 0; w < words; ++w)
      differ |= (state.words()[w] ^ cube[words + w]) & cube[w];
    return differ == 0;
  }

  std::vector<Ic3Cube> cubes_;
  // The same data side by side, for searching: for each cube the care words, then the values.
  std::vector<std::uint64_t> words_;
  std::vector<int> bounds_;
};

// The image of a state under a symmetry; and the cube whose image is a given one, with what
// justifies it except its target.
StateVector image(const ReachSymmetry& symmetry, const StateVector& state);
Ic3Cube preimage(const ReachSymmetry& symmetry, Player player, const Ic3Cube& cube);

}  // namespace zermelo::proof
