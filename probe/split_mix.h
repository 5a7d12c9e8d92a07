// SPDX-License-Identifier: MIT
// Numbers drawn at random. The generator and the way a number is drawn from a range are our own,
// because those of the standard library differ between implementations.
#pragma once

#include <bit>
#include <cstdint>

namespace zermelo {

// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // Each of 0..count-1 is equally likely: numbers of as many bits as needed are drawn until one is
  // in range.
  std::uint64_t below(std::uint64_t count) {
    const std::uint64_t bits = ~std::uint64_t{0} >> std::countl_zero((count - 1) | 1);
    for (;;) {
      if (const std::uint64_t number = next() & bits; number < count) return number;
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace zermelo
