// SPDX-License-Identifier: MIT
// Numbers for the colourings of a board's stones. The stones, in order of square, are a string of
// bits: 1 is black. Strings with equally many ones are numbered in their order as integers: in
// colexicographic order. What makes this order so good for solving is that strings which differ
// only in their lower bits are neighbours, and stay neighbours, in the same order, when a bit is
// put in or taken out above: whole stretches of successors are stretches of memory.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "symmetry/bits.h"
#include "symmetry/grid.h"

namespace zermelo {

// The binomial coefficient n over k for n <= 64 (all fit into 64 bits), and 0 for k outside 0..n.
std::uint64_t binomial_64(int n, int k);

// The rank that the ones of `bits` contribute if `below` more ones are below them: the whole rank
// if `below` is 0. At most 64 bits; at most 64 ones in all.
class ColourRank {
 public:
  ColourRank();

  std::uint64_t operator()(std::uint64_t bits, int below = 0) const {
    std::uint64_t rank = 0;
    for (std::size_t byte = 0; bits != 0; ++byte, bits >>= 8) {
      rank += share_[byte][static_cast<std::size_t>(below)][bits & 255];
      below += count_bits(bits & 255);
    }
    return rank;
  }

  // The string with that rank among those of `length` bits with `ones` ones.
  static std::uint64_t string(std::uint64_t rank, int length, int ones);

 private:
  std::array<std::array<std::array<std::uint64_t, 256>, max_squares + 1>, 8> share_;
};

// One instance for all.
const ColourRank& colour_rank();

}  // namespace zermelo
