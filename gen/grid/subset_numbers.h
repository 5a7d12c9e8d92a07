// SPDX-License-Identifier: MIT
// The k-subsets of up to 64 things as numbers, in colexicographic order, and back.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "symmetry/subset_rank.h"

namespace zermelo {

inline constexpr int most_things = 64;

// binomial(n, k) for n and k up to 64; what does not fit into 64 bits is the greatest number.
class Binomials {
 public:
  static std::uint64_t of(int n, int k) {
    return table[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
  }

 private:
  static constexpr std::size_t size = most_things + 1;
  static constexpr auto table = [] {
    std::array<std::array<std::uint64_t, size>, size> result{};
    for (std::size_t n = 0; n < size; ++n) {
      result[n][0] = 1;
      for (std::size_t k = 1; k <= n; ++k) {
        const std::uint64_t a = result[n - 1][k - 1], b = result[n - 1][k];
        result[n][k] = a > ~b ? ~std::uint64_t{0} : a + b;
      }
    }
    return result;
  }();
};

// Of one k. Immutable and thread-safe.
class SubsetNumbers {
 public:
  explicit SubsetNumbers(int k);

  // `subset` has k bits; its number does not depend on how many things there are.
  std::uint64_t number_of(std::uint64_t subset) const {
    assert(std::popcount(subset) == k_);
    if (k_ == 1) return static_cast<unsigned>(std::countr_zero(subset));
    if (k_ == 2) {
      const auto low = static_cast<unsigned>(std::countr_zero(subset));
      const auto high = 63u - static_cast<unsigned>(std::countl_zero(subset));
      return high * (high - 1) / 2 + low;
    }
    if (ranks_ && subset >> max_subset_universe == 0)
      return ranks_->rank(static_cast<std::uint32_t>(subset));
    std::uint64_t number = 0;
    for (int order = 1; subset != 0; subset &= subset - 1, ++order)
      number += Binomials::of(std::countr_zero(subset), order);
    return number;
  }
  // The reverse.
  std::uint64_t subset(std::uint64_t number) const {
    return number < subsets_.size() ? subsets_[number] : long_subset(number);
  }

 private:
  static constexpr std::uint64_t most_listed = 1 << 13;

  std::uint64_t long_subset(std::uint64_t number) const;

  int k_;
  std::unique_ptr<const SubsetRank> ranks_;  // if there are up to 24 things, as is likely
  std::vector<std::uint64_t> subsets_;       // the first ones
};

}  // namespace zermelo
