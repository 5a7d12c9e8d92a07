// SPDX-License-Identifier: MIT
#include "tablebase/sets/huge_vector.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace zermelo {
namespace {

// Growing takes it from small memory to huge pages.
TEST(HugeVector, KeepsWhatItHasAsItGrows) {
  HugeVector<std::uint64_t> numbers;
  constexpr std::uint64_t count = 1 << 21;
  for (std::uint64_t i = 0; i < count; ++i) numbers.push_back(i * i);
  HugeVector<std::uint64_t> copy = numbers;
  const HugeVector<std::uint64_t> moved = std::move(numbers);
  copy.resize(2 * count);
  for (std::uint64_t i = 0; i < count; ++i) {
    ASSERT_EQ(moved[i], i * i);
    ASSERT_EQ(copy[i], i * i);
    ASSERT_EQ(copy[count + i], 0u);
  }
}

}  // namespace
}  // namespace zermelo
