// SPDX-License-Identifier: MIT
#include "symmetry/bits.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdint>
#include <random>
#include <string>

namespace zermelo {
namespace {

// The definitions, bit by bit.
std::uint64_t extracted(std::uint64_t value, std::uint64_t mask) {
  std::uint64_t result = 0;
  for (int bit = 0, place = 0; bit < 64; ++bit) {
    if (!(mask >> bit & 1)) continue;
    result |= (value >> bit & 1) << place++;
  }
  return result;
}

std::uint64_t deposited(std::uint64_t value, std::uint64_t mask) {
  std::uint64_t result = 0;
  for (int bit = 0, place = 0; bit < 64; ++bit) {
    if (!(mask >> bit & 1)) continue;
    result |= (value >> place++ & 1) << bit;
  }
  return result;
}

int counted(std::uint64_t value) {
  int result = 0;
  for (int bit = 0; bit < 64; ++bit) result += static_cast<int>(value >> bit & 1);
  return result;
}

template <class Bits>
void expect_definitions(std::uint64_t value, std::uint64_t mask) {
  EXPECT_EQ(Bits::extract(value, mask), extracted(value, mask)) << value << " " << mask;
  EXPECT_EQ(Bits::deposit(value, mask), deposited(value, mask)) << value << " " << mask;
  EXPECT_EQ(Bits::count(value), counted(value)) << value;
}

template <class Bits>
void expect_definitions() {
  constexpr std::uint64_t all = ~std::uint64_t{0}, top = std::uint64_t{1} << 63;
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{1}, top, all}) {
    for (const std::uint64_t mask : {std::uint64_t{0}, std::uint64_t{1}, top, all}) {
      expect_definitions<Bits>(value, mask);
    }
  }
  std::mt19937_64 random(1);
  for (int i = 0; i < 10000; ++i) {
    const std::uint64_t value = random(), one = random(), two = random(), three = random();
    const std::uint64_t sparse = one & two & three;
    expect_definitions<Bits>(value, random());
    expect_definitions<Bits>(value, sparse);
    expect_definitions<Bits>(sparse, ~sparse);
  }
}

TEST(Bits, PortableOnesFollowTheDefinitions) { expect_definitions<PortableBits>(); }

TEST(Bits, TheProcessorsOnesFollowTheDefinitions) {
  if (!processor_has_bmi2()) GTEST_SKIP() << "this processor has no BMI2";
  expect_definitions<Bmi2Bits>();
}

TEST(Bits, TheEnvironmentForcesThePortableOnes) {
  const char* before = getenv("ZERMELO_PORTABLE");
  const std::string kept = before == nullptr ? "" : before;
  setenv("ZERMELO_PORTABLE", "1", 1);
  EXPECT_FALSE(processor_has_bmi2());
  unsetenv("ZERMELO_PORTABLE");
  const bool able = processor_has_bmi2();
  setenv("ZERMELO_PORTABLE", "", 1);
  EXPECT_EQ(processor_has_bmi2(), able) << "empty is the same as not set";
  setenv("ZERMELO_PORTABLE", kept.c_str(), 1);
}

}  // namespace
}  // namespace zermelo
