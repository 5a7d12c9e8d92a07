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

namespace zermelo::symbolic {

using BinaryNumber = std::span<const Literal>;

inline Literal bit_of_number(BinaryNumber number, std::size_t bit) {
  return bit < number.size() ? number[bit] : false_literal;
}

// a < b.
inline Literal less(Aig& aig, BinaryNumber a, BinaryNumber b) {
  Literal result = false_literal;
  for (std::size_t bit = 0; bit < std::max(a.size(), b.size()); ++bit) {
    const Literal x = bit_of_number(a, bit), y = bit_of_number(b, bit);
    result = aig.lor(aig.land(!x, y), aig.land(aig.equal(x, y), result));
  }
  return result;
}

// The constant `value` as a number.
inline std::vector<Literal> constant_number(std::uint64_t value) {
  std::vector<Literal> bits;
  for (; value != 0; value >>= 1) bits.push_back((value & 1) != 0 ? true_literal : false_literal);
  return bits;
}

inline Literal greater_than(Aig& aig, BinaryNumber a, std::uint64_t value) {
  return less(aig, constant_number(value), a);
}
inline Literal at_least(Aig& aig, BinaryNumber a, std::uint64_t value) {
  return !less(aig, a, constant_number(value));
}

inline Literal equals(Aig& aig, BinaryNumber a, std::uint64_t value) {
  if (a.size() < 64 && value >> a.size() != 0) return false_literal;
  Literal result = true_literal;
  for (std::size_t bit = 0; bit < a.size(); ++bit) {
    const bool one = bit < 64 && (value >> bit & 1) != 0;
    result = aig.land(result, one ? a[bit] : !a[bit]);
  }
  return result;
}

// One bit longer than `a`.
inline std::vector<Literal> plus_one(Aig& aig, BinaryNumber a) {
  std::vector<Literal> result;
  Literal carry = true_literal;
  for (const Literal bit : a) {
    result.push_back(aig.lxor(bit, carry));
    carry = aig.land(bit, carry);
  }
  result.push_back(carry);
  return result;
}

// a + b, one bit longer than the longer one.
inline std::vector<Literal> plus(Aig& aig, BinaryNumber a, BinaryNumber b) {
  std::vector<Literal> result;
  Literal carry = false_literal;
  for (std::size_t bit = 0; bit < std::max(a.size(), b.size()); ++bit) {
    const Literal x = bit_of_number(a, bit), y = bit_of_number(b, bit);
    const Literal half = aig.lxor(x, y);
    result.push_back(aig.lxor(half, carry));
    carry = aig.lor(aig.land(x, y), aig.land(half, carry));
  }
  result.push_back(carry);
  return result;
}

// a - b for a >= b, as long as `a`.
inline std::vector<Literal> minus(Aig& aig, BinaryNumber a, BinaryNumber b) {
  std::vector<Literal> result;
  Literal borrow = false_literal;
  for (std::size_t bit = 0; bit < a.size(); ++bit) {
    const Literal x = a[bit], y = bit_of_number(b, bit);
    const Literal half = aig.lxor(x, y);
    result.push_back(aig.lxor(half, borrow));
    borrow = aig.lor(aig.land(!x, y), aig.land(!half, borrow));
  }
  return result;
}

// How many of the literals are true, by halves.
inline std::vector<Literal> number_of_true(Aig& aig, std::span<const Literal> literals) {
  if (literals.empty()) return {};
  if (literals.size() == 1) return {literals.front()};
  const std::size_t half = literals.size() / 2;
  return plus(aig, number_of_true(aig, literals.first(half)),
              number_of_true(aig, literals.subspan(half)));
}

// Whether at least `least` of the literals are true. Has about 2 * least * literals.size() gates,
// more than a sum if `least` is large, and lets a SAT solver conclude more.
inline Literal at_least_true(Aig& aig, std::span<const Literal> literals, int least) {
  std::vector<Literal> some(static_cast<std::size_t>(std::max(least, 0)) + 1, false_literal);
  some.front() = true_literal;  // (some[n]: at least n of those that have been looked at)
  for (const Literal literal : literals) {
    for (std::size_t n = some.size() - 1; n > 0; --n)
      some[n] = aig.lor(some[n], aig.land(literal, some[n - 1]));
  }
  return some.back();
}

// The number of bits that a number up to `most` needs; at least one.
constexpr std::size_t bits_for(std::uint64_t most) {
  std::size_t bits = 1;
  while (bits < 64 && most >> bits != 0) ++bits;
  return bits;
}

}  // namespace zermelo::symbolic
