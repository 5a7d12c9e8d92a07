// SPDX-License-Identifier: MIT
// Counts beyond 64 bits: positions of games whose diagrams are small nevertheless.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "gen/error.h"

namespace zermelo::symbolic {

__extension__ using BigCount = unsigned __int128;

inline BigCount checked_add(BigCount a, BigCount b) {
  const BigCount sum = a + b;
  if (sum < a) throw Error("A number of states exceeds 2^128.");
  return sum;
}

// a * 2^power
inline BigCount checked_shift(BigCount a, int power) {
  if (a != 0 && (power >= 128 || a > ~BigCount{0} >> power))
    throw Error("A number of states exceeds 2^128.");
  return a == 0 ? 0 : a << power;
}

inline BigCount checked_multiply(BigCount a, BigCount b) {
  if (b != 0 && a > ~BigCount{0} / b) throw Error("A number of states exceeds 2^128.");
  return a * b;
}

// The number in decimal.
inline std::string to_string(BigCount count) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(count % 10)));
    count /= 10;
  } while (count != 0);
  std::ranges::reverse(digits);
  return digits;
}

}  // namespace zermelo::symbolic
