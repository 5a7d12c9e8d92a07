// SPDX-License-Identifier: MIT
// Exact numbers of assignments.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "gen/error.h"
#include "symbolic/bdd/bdd.h"

namespace zermelo::symbolic {

// Counts beyond 64 bits: positions of games whose diagrams are small nevertheless.

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

// How many assignments of levels 0, step, 2*step, ..., (variables-1)*step make f true; f depends on
// no others. Throws Error if they are 2^128 or more.
BigCount count_assignments(const Bdd& f, int variables, int step);

// Counts over the current copies of all state variables.
inline BigCount count_states(const Bdd& states, int variables) {
  return count_assignments(states, variables, 2);
}
// Counts over both copies of all state variables.
inline BigCount count_steps(const Bdd& relation, int variables) {
  return count_assignments(relation, 2 * variables, 1);
}

}  // namespace zermelo::symbolic
