// SPDX-License-Identifier: MIT
// The three bit operations that indexing depends on (parallel extract, parallel deposit, population
// count), as policies. Hot templates take a policy as a parameter, so that one binary holds both
// versions, each under its own name, and picks one at run time: no source file is compiled with
// instructions that an older processor lacks, and no inline function exists in two flavours.
#pragma once

#include <bit>
#include <cstdint>

namespace zermelo {

// Plain C++; correct everywhere. (Not inlined: it is used in many places, but seldom runs.)
struct PortableBits {
  static constexpr const char* name = "portable";

  [[gnu::noinline]] static constexpr std::uint64_t extract(std::uint64_t value,
                                                           std::uint64_t mask) {
    std::uint64_t result = 0;
    for (value &= mask; value != 0; value &= value - 1)
      result |= std::uint64_t{1} << std::popcount(mask & ((value & (~value + 1)) - 1));
    return result;
  }

  [[gnu::noinline]] static constexpr std::uint64_t deposit(std::uint64_t value,
                                                           std::uint64_t mask) {
    std::uint64_t result = 0;
    for (std::uint64_t bit = 1; mask != 0; bit += bit) {
      if ((value & bit) != 0) result |= mask & (~mask + 1);
      mask &= mask - 1;
    }
    return result;
  }

  static constexpr int count(std::uint64_t value) { return std::popcount(value); }
};

#if defined(__x86_64__)

// One instruction each (BMI2, POPCNT), written as assembly so that no compiler flag is needed.
struct Bmi2Bits {
  static constexpr const char* name = "bmi2";

  static std::uint64_t extract(std::uint64_t value, std::uint64_t mask) {
    std::uint64_t result;
    asm("pextq %2, %1, %0" : "=r"(result) : "r"(value), "r"(mask));
    return result;
  }

  static std::uint64_t deposit(std::uint64_t value, std::uint64_t mask) {
    std::uint64_t result;
    asm("pdepq %2, %1, %0" : "=r"(result) : "r"(value), "r"(mask));
    return result;
  }

  static int count(std::uint64_t value) {
    std::uint64_t result;
    asm("popcntq %1, %0" : "=r"(result) : "r"(value) : "cc");
    return static_cast<int>(result);
  }
};

#else

using Bmi2Bits = PortableBits;

#endif

// Whether this processor runs Bmi2Bits. The environment variable ZERMELO_PORTABLE, if set and not
// empty, makes the answer no: that is how the tests run the portable code on a newer machine.
bool processor_has_bmi2();

// The same three for code that is not a template with a policy: each chooses its version once for
// the whole run of the program.
inline const bool use_bmi2 = processor_has_bmi2();
inline std::uint64_t deposit_bits(std::uint64_t value, std::uint64_t mask) {
  return use_bmi2 ? Bmi2Bits::deposit(value, mask) : PortableBits::deposit(value, mask);
}
inline std::uint64_t extract_bits(std::uint64_t value, std::uint64_t mask) {
  return use_bmi2 ? Bmi2Bits::extract(value, mask) : PortableBits::extract(value, mask);
}
inline int count_bits(std::uint64_t value) {
  return use_bmi2 ? Bmi2Bits::count(value) : PortableBits::count(value);
}

}  // namespace zermelo
