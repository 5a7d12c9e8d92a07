// SPDX-License-Identifier: MIT
// A state of a Boolean model as one number.
#pragma once

#include <cstdint>

namespace zermelo::symbolic {

// Values of at most 64 variables: variable k is bit 63 - k, so that greater numbers come later.
using StateBits = std::uint64_t;

constexpr bool bit_at(StateBits state, int variable) { return (state >> (63 - variable) & 1) != 0; }
constexpr StateBits bit_for(int variable) { return StateBits{1} << (63 - variable); }

inline constexpr int most_state_bits = 64;

}  // namespace zermelo::symbolic
