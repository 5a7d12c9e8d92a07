// SPDX-License-Identifier: MIT
#include "json/text_table.h"

#include <gtest/gtest.h>

namespace zermelo {
namespace {

TEST(TextNumbersForPeople, AreGrouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped_digits("1234567890123456789012345"), "1,234,567,890,123,456,789,012,345");
  EXPECT_EQ(grouped(std::uint64_t{1}, "ply", "plies"), "1 ply");
  EXPECT_EQ(grouped(std::uint64_t{0}, "ply", "plies"), "0 plies");
  EXPECT_EQ(grouped(std::uint64_t{2500}, "ply", "plies"), "2,500 plies");
  EXPECT_EQ(percent_text(1, 3), "33.3 %");
  EXPECT_EQ(percent_text(1, 0), "-");
}

TEST(TextTable, AlignsColumnsAndLeavesNoSpacesAtTheEnd) {
  TextTable table("lrl");
  table.add({"a", "1", "x"});
  table.add({"long", "12345"});
  table.add({"", "7", ""});
  EXPECT_EQ(table.text(), "a         1  x\nlong  12345\n          7\n");
  EXPECT_EQ(table.text(2), "  a         1  x\n  long  12345\n            7\n");
}

}  // namespace
}  // namespace zermelo
