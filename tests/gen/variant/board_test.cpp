// SPDX-License-Identifier: MIT
#include "gen/variant/board.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace zermelo::variant {
namespace {

TEST(VariantBoard, SetsHoldSquaresOfBothWords) {
  SquareSet set;
  for (const Square square : {Square{3}, Square{63}, Square{64}, Square{119}}) set.add(square);
  EXPECT_EQ(set.count(), 4);
  EXPECT_EQ(std::vector<Square>(set.begin(), set.end()), (std::vector<Square>{3, 63, 64, 119}));
  set.remove(64);
  EXPECT_FALSE(set.contains(64));
  EXPECT_EQ(set.pop_first(), 3);
  EXPECT_EQ(set.pop_first(), 63);
  EXPECT_EQ(set.pop_first(), 119);
  EXPECT_TRUE(set.empty());
}

TEST(VariantBoard, SquaresHaveNames) {
  const Board board{12, 10};
  EXPECT_EQ(board.all().count(), 120);
  EXPECT_EQ(board.name(board.square(11, 9)), "l10");
  std::string_view text = "l10a1";
  EXPECT_EQ(board.take_square(text), board.square(11, 9));
  EXPECT_EQ(board.take_square(text), board.square(0, 0));
  EXPECT_TRUE(text.empty());
  for (const std::string_view wrong : {"", "a", "m1", "a0", "a11", "1a", "A1", "a01"}) {
    std::string_view rest = wrong;
    EXPECT_EQ(board.take_square(rest), std::nullopt) << wrong;
    EXPECT_EQ(rest, wrong);
  }
}

}  // namespace
}  // namespace zermelo::variant
