// SPDX-License-Identifier: MIT
#include "symmetry/colour_rank.h"

#include <memory>

namespace zermelo {
namespace {

using Triangle = std::array<std::array<std::uint64_t, max_squares + 1>, max_squares + 1>;

const Triangle& triangle() {
  static const Triangle all = [] {
    Triangle t{};
    for (std::size_t n = 0; n < t.size(); ++n) {
      t[n][0] = 1;
      for (std::size_t k = 1; k <= n; ++k) t[n][k] = t[n - 1][k - 1] + t[n - 1][k];
    }
    return t;
  }();
  return all;
}

}  // namespace

std::uint64_t binomial_64(int n, int k) {
  if (k < 0 || k > n) return 0;
  return triangle()[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

ColourRank::ColourRank() {
  for (int byte = 0; byte < 8; ++byte) {
    for (int below = 0; below <= max_squares; ++below) {
      for (unsigned bits = 0; bits < 256; ++bits) {
        std::uint64_t rank = 0;
        int order = below;
        for_each_square(bits, [&](int bit) { rank += binomial_64(8 * byte + bit, ++order); });
        share_[static_cast<std::size_t>(byte)][static_cast<std::size_t>(below)][bits] = rank;
      }
    }
  }
}

std::uint64_t ColourRank::string(std::uint64_t rank, int length, int ones) {
  std::uint64_t bits = 0;
  for (int at = length - 1; at >= 0 && ones > 0; --at) {
    const std::uint64_t below = binomial_64(at, ones);  // strings without a one here
    if (rank < below) continue;
    rank -= below;
    bits |= bit_of(at);
    --ones;
  }
  return bits;
}

const ColourRank& colour_rank() {
  static const auto rank = std::make_unique<const ColourRank>();
  return *rank;
}

}  // namespace zermelo
