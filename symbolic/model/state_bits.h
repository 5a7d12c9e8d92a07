// SPDX-License-Identifier: MIT
// A state of a Boolean model as one number, and as a set of bits.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>

namespace zermelo::symbolic {

// Values of at most 64 variables: variable k is bit 63 - k, so that greater numbers come later.
using StateBits = std::uint64_t;

constexpr bool bit_at(StateBits state, int variable) { return (state >> (63 - variable) & 1) != 0; }
constexpr StateBits bit_for(int variable) { return StateBits{1} << (63 - variable); }

inline constexpr int most_state_bits = 64;

// Values of the variables of any game's model: variable k is bit k. Boards have at most 64 squares;
// with 8 kinds of pieces one takes 5 variables, and 6 kinds in hand take 4 on each side: 368.
inline constexpr std::size_t most_variables = 384;
using BoardState = std::bitset<most_variables>;

inline BoardState to_board_state(StateBits state) {
  BoardState result;
  for (int k = 0; k < most_state_bits; ++k) result[static_cast<std::size_t>(k)] = bit_at(state, k);
  return result;
}

}  // namespace zermelo::symbolic
