// SPDX-License-Identifier: MIT
#include "reports/text_numbers.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace zermelo {
namespace {

TEST(TextNumbers, NumbersTextsInTheirOrder) {
  TextNumbers numbers;
  constexpr std::uint32_t count = 100'000;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto [number, is_new] = numbers.add(TextKey(std::to_string(i)));
    ASSERT_EQ(number, i);
    ASSERT_TRUE(is_new);
  }
  EXPECT_EQ(numbers.size(), count);
  for (std::uint32_t i = count; i-- > 0;) {
    const auto [number, is_new] = numbers.add(TextKey(std::to_string(i)));
    ASSERT_EQ(number, i);
    ASSERT_FALSE(is_new);
    ASSERT_EQ(numbers.find(TextKey(std::to_string(i))), i);
  }
  EXPECT_EQ(numbers.size(), count);
  EXPECT_FALSE(numbers.find(TextKey("another")));
  EXPECT_GE(numbers.bytes(), count * 20u);
}

}  // namespace
}  // namespace zermelo
