// SPDX-License-Identifier: MIT
#include "symmetry/colour_rank.h"

#include <array>
#include <memory>

namespace zermelo {
namespace {

// Row n of Pascal's triangle has n + 1 numbers, and begins here.
constexpr std::size_t row_start(std::size_t n) { return n * (n + 1) / 2; }

constexpr auto triangle = [] {
  std::array<std::uint64_t, row_start(max_squares + 1)> t{};
  for (std::size_t n = 0; n <= max_squares; ++n) {
    std::uint64_t* const row = &t[row_start(n)];
    row[0] = row[n] = 1;
    for (std::size_t k = 1; k < n; ++k)
      row[k] = t[row_start(n - 1) + k - 1] + t[row_start(n - 1) + k];
  }
  return t;
}();

}  // namespace

std::uint64_t binomial_64(int n, int k) {
  if (k < 0 || k > n) return 0;
  return triangle[row_start(static_cast<std::size_t>(n)) + static_cast<std::size_t>(k)];
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
