// SPDX-License-Identifier: MIT
#include "proof/qbf/board_symmetries.h"

#include <algorithm>
#include <cstddef>

namespace zermelo::proof {
namespace {

bool are_inverse(const ModelSymmetry& a, const ModelSymmetry& b) {
  for (std::size_t v = 0; v < a.variable.size(); ++v)
    if (b.variable[a.variable[v]] != v) return false;
  return true;
}

std::vector<bool> image_of(const ModelSymmetry& symmetry, const std::vector<bool>& values) {
  std::vector<bool> result(values.size());
  for (std::size_t v = 0; v < values.size(); ++v) result[symmetry.variable[v]] = values[v];
  return result;
}

}  // namespace

BoardSymmetries::BoardSymmetries(std::span<const ModelSymmetry> symmetries) {
  for (const ModelSymmetry& symmetry : symmetries) {
    const auto inverse = std::ranges::find_if(
        symmetries, [&](const ModelSymmetry& other) { return are_inverse(symmetry, other); });
    if (inverse != symmetries.end()) pairs_.push_back({symmetry, *inverse});
  }
}

CanonicalBoard BoardSymmetries::canonical(const ArenaBoard& board) const {
  CanonicalBoard result{board};
  for (const Pair& pair : pairs_) {
    std::vector<bool> values = image_of(pair.symmetry, board.values);
    if (values < result.board.values)
      result = {{std::move(values), board.to_move}, &pair.symmetry, &pair.inverse};
  }
  return result;
}

}  // namespace zermelo::proof
