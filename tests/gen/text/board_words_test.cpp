// SPDX-License-Identifier: MIT
#include "gen/text/board_words.h"

#include <gtest/gtest.h>

namespace zermelo {
namespace {

TEST(BoardWords, NumbersAndLists) {
  EXPECT_EQ(number_word(1), "one");
  EXPECT_EQ(number_word(12), "twelve");
  EXPECT_EQ(number_word(13), "13");
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}), "a and b");
  EXPECT_EQ(listed({"a", "b", "c"}, "or"), "a, b or c");
}

TEST(BoardWords, Boards) {
  EXPECT_EQ(board_sentence({3, 4}),
            "The board has three columns, a to c, and four rows, 1 to 4 from below.");
  EXPECT_EQ(board_sentence({1, 1}), "The board has one column, a, and one row.");
  const Grid grid{4, 3};
  EXPECT_EQ(squares_text(0b0111'1001'1011, grid), "a1, b1, d1, a2, d2 and a3 to c3");
  EXPECT_EQ(start_sentence({0, 0, false}, grid, "piece"), "At the start it is empty.");
  EXPECT_EQ(start_sentence({1, 0, false}, grid, "piece"),
            "At the start there is a black piece on a1; all other squares are open.");
  EXPECT_EQ(start_sentence({1, 6, false}, grid, "disc"),
            "At the start there is a black disc on a1 and white discs on b1 and c1; all other "
            "squares are open.");
}

}  // namespace
}  // namespace zermelo
