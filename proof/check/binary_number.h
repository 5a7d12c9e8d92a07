// SPDX-License-Identifier: MIT
// Binary numbers in an and-inverter graph: lists of literals, least bit first. Missing bits are
// false.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "symbolic/model/aig.h"

namespace zermelo::proof {

using BinaryNumber = std::span<const symbolic::Literal>;

inline symbolic::Literal bit_of_number(BinaryNumber number, std::size_t bit) {
  return bit < number.size() ? number[bit] : symbolic::false_literal;
}

// a < b.
inline symbolic::Literal less(symbolic::Aig& aig, BinaryNumber a, BinaryNumber b) {
  symbolic::Literal result = symbolic::false_literal;
  for (std::size_t bit = 0; bit < std::max(a.size(), b.size()); ++bit) {
    const symbolic::Literal x = bit_of_number(a, bit), y = bit_of_number(b, bit);
    result = aig.lor(aig.land(!x, y), aig.land(aig.equal(x, y), result));
  }
  return result;
}

// The constant `value` as a number.
inline std::vector<symbolic::Literal> constant_number(std::uint64_t value) {
  std::vector<symbolic::Literal> bits;
  for (; value != 0; value >>= 1)
    bits.push_back((value & 1) != 0 ? symbolic::true_literal : symbolic::false_literal);
  return bits;
}

inline symbolic::Literal greater_than(symbolic::Aig& aig, BinaryNumber a, std::uint64_t value) {
  return less(aig, constant_number(value), a);
}
inline symbolic::Literal at_least(symbolic::Aig& aig, BinaryNumber a, std::uint64_t value) {
  return !less(aig, a, constant_number(value));
}

inline symbolic::Literal equals(symbolic::Aig& aig, BinaryNumber a, std::uint64_t value) {
  if (a.size() < 64 && value >> a.size() != 0) return symbolic::false_literal;
  symbolic::Literal result = symbolic::true_literal;
  for (std::size_t bit = 0; bit < a.size(); ++bit) {
    const bool one = bit < 64 && (value >> bit & 1) != 0;
    result = aig.land(result, one ? a[bit] : !a[bit]);
  }
  return result;
}

// One bit longer than `a`.
inline std::vector<symbolic::Literal> plus_one(symbolic::Aig& aig, BinaryNumber a) {
  std::vector<symbolic::Literal> result;
  symbolic::Literal carry = symbolic::true_literal;
  for (const symbolic::Literal bit : a) {
    result.push_back(aig.lxor(bit, carry));
    carry = aig.land(bit, carry);
  }
  result.push_back(carry);
  return result;
}

// The number of bits that a number up to `most` needs; at least one.
constexpr std::size_t bits_for(std::uint64_t most) {
  std::size_t bits = 1;
  while (bits < 64 && most >> bits != 0) ++bits;
  return bits;
}

}  // namespace zermelo::proof
