// SPDX-License-Identifier: MIT
#include "proof/ic3/cube_set.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace zermelo::proof {
namespace {

StateVector preimage(const std::vector<std::size_t>& goes, const StateVector& bits) {
  StateVector result(goes.size());
  for (std::size_t k = 0; k < goes.size(); ++k) result.set(k, bits[goes[k]]);
  return result;
}

int variables_of(const Ic3Cube& cube) {
  int result = 0;
  for (const std::uint64_t word : cube.cube.care.words()) result += std::popcount(word);
  return result;
}

}  // namespace

std::size_t CubeSet::add(Ic3Cube cube) {
  const auto append = [&](const StateVector& bits) {
    words_.insert(words_.end(), bits.words().begin(), bits.words().end());
  };
  append(cube.cube.care);
  append(cube.cube.values);
  bounds_.push_back(cube.bound);
  cubes_.push_back(std::move(cube));
  return cubes_.size() - 1;
}

bool CubeSet::check() const {
  if (bounds_.size() != cubes_.size()) return false;
  auto at = words_.begin();
  const auto next_are = [&](const StateVector& bits) {
    const auto size = static_cast<std::ptrdiff_t>(bits.words().size());
    if (words_.end() - at < size) return false;
    const bool equal = std::equal(bits.words().begin(), bits.words().end(), at);
    at += size;
    return equal;
  };
  for (std::size_t n = 0; n < cubes_.size(); ++n) {
    const Ic3Cube& cube = cubes_[n];
    if (cube.bound != bounds_[n] || cube.bound < 1) return false;
    if (!next_are(cube.cube.care) || !next_are(cube.cube.values)) return false;
  }
  return at == words_.end();
}

std::optional<std::size_t> CubeSet::find(const StateVector& state, const BoundRange& range) const {
  for (std::size_t n = cubes_.size(); n-- > 0;) {
    if (range.contains(bounds_[n]) && contains(n, state)) return n;
  }
  return {};
}

std::optional<std::size_t> CubeSet::find_widest(const StateVector& state,
                                                const BoundRange& range) const {
  std::optional<std::size_t> best;
  for (std::size_t n = 0; n < cubes_.size(); ++n) {
    if (!range.contains(bounds_[n]) || !contains(n, state)) continue;
    if (!best || variables_of(cubes_[n]) < variables_of(cubes_[*best])) best = n;
  }
  return best;
}

std::optional<std::size_t> CubeSet::find_same(const Cube& cube) const {
  const auto found = std::ranges::find_if(cubes_, [&](const Ic3Cube& c) { return c.cube == cube; });
  if (found == cubes_.end()) return {};
  return static_cast<std::size_t>(found - cubes_.begin());
}

StateVector image(const ReachSymmetry& symmetry, const StateVector& state) {
  StateVector result(symmetry.variable.size());
  for (std::size_t k = 0; k < symmetry.variable.size(); ++k)
    result.set(symmetry.variable[k], state[k]);
  return result;
}

Ic3Cube preimage(const ReachSymmetry& symmetry, Player player, const Ic3Cube& cube) {
  Ic3Cube result;
  result.bound = cube.bound;
  result.cube.care = preimage(symmetry.variable, cube.cube.care);
  result.cube.values = preimage(symmetry.variable, cube.cube.values);
  if (!cube.choice.words().empty()) result.choice = preimage(symmetry.choice[player], cube.choice);
  return result;
}

}  // namespace zermelo::proof
