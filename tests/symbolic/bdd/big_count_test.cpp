// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "symbolic/bdd/count_states.h"

namespace zermelo::symbolic {
namespace {

constexpr BigCount greatest = ~BigCount{0};

TEST(BigCount, IsWrittenInDecimal) {
  EXPECT_EQ(to_string(0), "0");
  EXPECT_EQ(to_string(1234567890), "1234567890");
  EXPECT_EQ(to_string(greatest), "340282366920938463463374607431768211455");
}

TEST(BigCount, RefusesWhatDoesNotFit) {
  EXPECT_EQ(checked_add(greatest - 1, 1), greatest);
  EXPECT_THROW(checked_add(greatest, 1), Error);
  EXPECT_EQ(checked_multiply(greatest / 3, 3), greatest);
  EXPECT_THROW(checked_multiply(greatest / 3 + 1, 3), Error);
  EXPECT_EQ(checked_multiply(greatest, 0), BigCount{0});
  EXPECT_EQ(checked_shift(1, 127), BigCount{1} << 127);
  EXPECT_THROW(checked_shift(1, 128), Error);
  EXPECT_THROW(checked_shift(2, 127), Error);
  EXPECT_EQ(checked_shift(0, 1000), BigCount{0});
  EXPECT_EQ(checked_shift(greatest, 0), greatest);
}

}  // namespace
}  // namespace zermelo::symbolic
