// SPDX-License-Identifier: MIT
// The k-subsets of up to 64 things as numbers, in colexicographic order, and back.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

#include "symmetry/colour_rank.h"
#include "symmetry/subset_rank.h"

namespace zermelo {

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
    return colour_rank()(subset);
  }
  // The reverse.
  std::uint64_t subset(std::uint64_t number) const {
    return number < subsets_.size() ? subsets_[number]
                                    : ColourRank::string(number, max_squares, k_);
  }

 private:
  static constexpr std::uint64_t most_listed = 1 << 13;

  int k_;
  std::unique_ptr<const SubsetRank> ranks_;  // if there are up to 24 things, as is likely
  std::vector<std::uint64_t> subsets_;       // the first ones
};

}  // namespace zermelo
