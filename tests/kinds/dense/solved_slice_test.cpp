// SPDX-License-Identifier: MIT
// Values in memory: as many bytes as their kinds take, and no more than was planned.
#include "kinds/dense/solved_slice.h"

#include <gtest/gtest.h>

#include <vector>

namespace zermelo {
namespace {

std::vector<Value> palette_of(int kinds) {
  std::vector<Value> palette;
  for (int n = 1; n <= kinds; ++n) palette.push_back(Value::win(n));
  return palette;
}

TEST(ValueArray, HoldsAsManyKindsAsItsPaletteHas) {
  for (const int kinds : {1, 256, 257, 1000}) {
    ValueArray values(palette_of(kinds), 5000);
    for (std::uint64_t i = 0; i < 5000; ++i)
      values.set(i, static_cast<PaletteCode>(i % static_cast<std::uint64_t>(kinds)));
    for (std::uint64_t i = 0; i < 5000; ++i)
      ASSERT_EQ(values[i], Value::win(1 + static_cast<int>(i) % kinds)) << kinds;
  }
}

TEST(ValueArray, TakesTwoBytesAValueOfManyKinds) {
  EXPECT_EQ(ValueArray::bytes_needed(1000, 256), 1000u);
  EXPECT_EQ(ValueArray::bytes_needed(1000, 257), 2000u);
}

}  // namespace
}  // namespace zermelo
