// SPDX-License-Identifier: MIT
// Ranks of k-subsets in colexicographic order: the number of k-subsets whose bit sets are smaller
// integers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace zermelo {

inline constexpr int max_subset_universe = 24;

constexpr std::uint64_t binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  std::uint64_t result = 1;
  for (int i = 1; i <= k; ++i) result = result * static_cast<std::uint64_t>(n - k + i) / i;
  return result;
}

// All k-subsets of n things in order of rank. Set has more than n bits.
template <class Set>
std::vector<Set> all_subsets(int n, int k) {
  if (k == 0) return {0};
  std::vector<Set> result(binomial(n, k));
  Set subset = (Set{1} << k) - 1;
  for (Set& place : result) {
    place = subset;
    const Set carried = subset + (subset & (~subset + 1));
    // The next larger number with k bits. (After the last one it may take 64 places: in two steps.)
    subset = carried | ((carried ^ subset) >> std::countr_zero(subset) >> 2);
  }
  return result;
}

// Ranks the subsets of one size `k` of at most 24 things, with two table look-ups per rank.
// Immutable after construction.
class SubsetRank {
 public:
  explicit SubsetRank(int k) : k_(k), low_(1u << half), high_(1u << half) {
    for (std::uint32_t bits = 0; bits < 1u << half; ++bits) {
      low_[bits] = static_cast<std::uint32_t>(partial_rank(bits, 0, 0));
      const int below = k - __builtin_popcount(bits);
      high_[bits] = below < 0 ? 0 : static_cast<std::uint32_t>(partial_rank(bits, half, below));
    }
  }

  int subset_size() const { return k_; }

  // `subset` has k bits below 2^24; the result is in 0..binomial(24, k)-1.
  std::uint32_t rank(std::uint32_t subset) const {
    return low_[subset & ((1u << half) - 1)] + high_[subset >> half];
  }

 private:
  static constexpr int half = max_subset_universe / 2;
  static constexpr auto binomials = [] {
    std::array<std::array<std::uint32_t, max_subset_universe + 2>, max_subset_universe + 1>
        result{};
    for (int n = 0; n <= max_subset_universe; ++n) {
      for (int k = 0; k <= max_subset_universe + 1; ++k) {
        result[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)] =
            static_cast<std::uint32_t>(binomial(n, k));
      }
    }
    return result;
  }();

  // The share of the rank due to `bits`, which stand `shift` places up with `below` bits under
  // them.
  static std::uint64_t partial_rank(std::uint32_t bits, int shift, int below) {
    std::uint64_t rank = 0;
    for (int order = below + 1; bits != 0; bits &= bits - 1, ++order) {
      rank += binomials[static_cast<std::size_t>(__builtin_ctz(bits) + shift)]
                       [static_cast<std::size_t>(order)];
    }
    return rank;
  }

  int k_;
  std::vector<std::uint32_t> low_, high_;
};

// The same for subsets of at most 8 of at most 40 things: one look-up per thing in the subset. (The
// tables of halves would be too large for a processor's nearest cache.)
class WideSubsetRank {
 public:
  explicit WideSubsetRank(int k) : k_(k) {}

  int subset_size() const { return k_; }

  // `subset` has k bits below 2^40; the result is in 0..binomial(40, k)-1.
  std::uint32_t rank(std::uint64_t subset) const {
    std::uint32_t rank = 0;
    for (std::size_t order = 1; subset != 0; subset &= subset - 1, ++order)
      rank += binomials[static_cast<std::size_t>(std::countr_zero(subset))][order];
    return rank;
  }

 private:
  static constexpr std::size_t most_things = 40, most_chosen = 8;
  static constexpr auto binomials = [] {
    std::array<std::array<std::uint32_t, most_chosen + 1>, most_things> result{};
    for (std::size_t n = 0; n < most_things; ++n) {
      for (std::size_t k = 0; k <= most_chosen; ++k) {
        result[n][k] =
            static_cast<std::uint32_t>(binomial(static_cast<int>(n), static_cast<int>(k)));
      }
    }
    return result;
  }();

  int k_;
};

}  // namespace zermelo
