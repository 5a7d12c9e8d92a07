// SPDX-License-Identifier: MIT
#include "gen/text/notation_text.h"

#include <gtest/gtest.h>

#include "gen/error.h"
#include "gen/grid/position.h"

namespace zermelo {
namespace {

using Parts = std::vector<std::string_view>;

TEST(NotationText, PartsMayBeEmptyAndWordsAreNot) {
  EXPECT_EQ(split("a//b/", '/'), (Parts{"a", "", "b", ""}));
  EXPECT_EQ(split("", '/'), Parts{""});
  EXPECT_EQ(words_of("  a b  c "), (Parts{"a", "b", "c"}));
  EXPECT_EQ(words_of(""), Parts{});
}

TEST(NotationText, WhatATerminalMightObeyIsNotRepeated) {
  EXPECT_EQ(shown('x'), "'x'");
  EXPECT_EQ(shown('\x1b'), "the byte 0x1b");
  try {
    parse_position("\x1b[2J/3 b", {3, 2});
    FAIL();
  } catch (const IllegalPosition& e) {
    EXPECT_EQ(std::string(e.what()).find('\x1b'), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace zermelo
