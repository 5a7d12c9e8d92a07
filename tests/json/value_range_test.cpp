// SPDX-License-Identifier: MIT
#include "json/value_range.h"

#include <gtest/gtest.h>

#include "gen/error.h"

namespace zermelo {
namespace {

TEST(ParseRange, ReadsNumbersAndRanges) {
  const auto range = [](const char* text) {
    const ValueRange r = parse_range(text, "plies");
    return std::pair(r.first, r.last);
  };
  EXPECT_EQ(range("7"), std::pair(7, 7));
  EXPECT_EQ(range("5..9"), std::pair(5, 9));
  EXPECT_EQ(range("5..5"), std::pair(5, 5));
  EXPECT_EQ(range("5.."), std::pair(5, +Value::max_plies));
  for (const char* text : {"", "0", "..5", "9..5", "5...9", "5..x", "x", "5 ..9", "99999999999"})
    EXPECT_THROW(parse_range(text, "plies"), UsageError) << text;
}

}  // namespace
}  // namespace zermelo
