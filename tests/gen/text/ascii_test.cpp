// SPDX-License-Identifier: MIT
#include "gen/text/ascii.h"

#include <gtest/gtest.h>

namespace zermelo {
namespace {

TEST(Ascii, LettersBecomeSmallAndNothingElse) {
  EXPECT_EQ(to_lower('A'), 'a');
  EXPECT_EQ(to_lower('Z'), 'z');
  for (const char c : {'a', '@', '[', '5', '\xc4'}) EXPECT_EQ(to_lower(c), c);
  EXPECT_EQ(to_lower("F5D6 \xc3\x84"), "f5d6 \xc3\x84");
}

}  // namespace
}  // namespace zermelo
