// SPDX-License-Identifier: MIT
// Cubes: sets of states that agree on some of their variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace zermelo::proof {

// Values of all variables of a state: variable k is bit k % 64 of word k / 64.
class StateVector {
 public:
  StateVector() = default;
  explicit StateVector(std::size_t variables) : words_((variables + 63) / 64) {}

  bool operator[](std::size_t variable) const {
    return (words_[variable / 64] >> variable % 64 & 1) != 0;
  }
  void set(std::size_t variable, bool value) {
    const std::uint64_t bit = std::uint64_t{1} << variable % 64;
    words_[variable / 64] = value ? words_[variable / 64] | bit : words_[variable / 64] & ~bit;
  }
  const std::vector<std::uint64_t>& words() const { return words_; }

  bool operator==(const StateVector&) const = default;

 private:
  std::vector<std::uint64_t> words_;
};

// The variables in `care` have the values that they have in `values`; the others are 0 there.
struct Cube {
  StateVector care, values;

  Cube() = default;
  explicit Cube(std::size_t variables) : care(variables), values(variables) {}

  bool has(std::size_t variable) const { return care[variable]; }
  void add(std::size_t variable, bool value) {
    care.set(variable, true);
    values.set(variable, value);
  }
  void drop(std::size_t variable) {
    care.set(variable, false);
    values.set(variable, false);
  }
  bool contains(const StateVector& state) const {
    for (std::size_t w = 0; w < care.words().size(); ++w) {
      if (((state.words()[w] ^ values.words()[w]) & care.words()[w]) != 0) return false;
    }
    return true;
  }
  // Whether all states of `other` are in it.
  bool contains(const Cube& other) const {
    for (std::size_t w = 0; w < care.words().size(); ++w) {
      if ((care.words()[w] & ~other.care.words()[w]) != 0) return false;
      if (((other.values.words()[w] ^ values.words()[w]) & care.words()[w]) != 0) return false;
    }
    return true;
  }
  bool operator==(const Cube&) const = default;
  // Whether it is a cube of this many variables, and the variables that it leaves open are 0.
  bool check(std::size_t variables) const {
    const std::size_t words = (variables + 63) / 64;
    if (care.words().size() != words || values.words().size() != words) return false;
    for (std::size_t w = 0; w < words; ++w)
      if ((values.words()[w] & ~care.words()[w]) != 0) return false;
    return variables % 64 == 0 || care.words().back() >> variables % 64 == 0;
  }
};

// Whether some assignment is in both.
inline bool intersect(const Cube& a, const Cube& b) {
  for (std::size_t w = 0; w < a.care.words().size(); ++w) {
    const std::uint64_t differ = a.values.words()[w] ^ b.values.words()[w];
    if ((differ & a.care.words()[w] & b.care.words()[w]) != 0) return false;
  }
  return true;
}

// The cube of this one state.
inline Cube cube_of(const StateVector& state, std::size_t variables) {
  Cube cube(variables);
  for (std::size_t k = 0; k < variables; ++k) cube.add(k, state[k]);
  return cube;
}

}  // namespace zermelo::proof
