// SPDX-License-Identifier: MIT
#include "gen/piece_set.h"

#include <gtest/gtest.h>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo {
namespace {

TEST(PieceSet, WritesSidesByTheCaseOfLetters) {
  const PieceSet animals(3, 4, {{"lion", 'L'}, {"chick", 'C', true}});
  EXPECT_EQ(animals.letter(content_of(0, false)), 'l');
  EXPECT_EQ(animals.letter(content_of(1, true)), 'C');
  EXPECT_EQ(animals.piece('c'), content_of(1, false));
  EXPECT_FALSE(animals.piece('w'));
  EXPECT_TRUE(animals.has_hands());
  EXPECT_EQ(animals.squares(), 0xfffu);
  EXPECT_EQ(animals.all_letters(), "L or l, C or c");

  const PieceSet men(3, 3, {{"man", 'M'}}, 0b101'000'101);
  EXPECT_EQ(men.letter(content_of(0, true)), 'w');
  EXPECT_EQ(men.piece('b'), content_of(0, false));
  EXPECT_FALSE(men.piece('M'));
  EXPECT_FALSE(men.has_hands());
}

TEST(PieceSet, IsTheSameWithAndWithoutLines) {
  const PieceSet bare(3, 1, {{"man", 'M'}});
  EXPECT_EQ(bare, PieceSet(3, 1, {{"man", 'M'}}, ~0ull, {{0, 1, 2}}));
  EXPECT_NE(bare, PieceSet(3, 1, {{"man", 'M', true}}));
  EXPECT_NE(bare, PieceSet(3, 1, {{"man", 'M'}}, 0b101));
}

TEST(PieceSet, SaysWhatItCannotHave) {
  const auto complaint = [](int columns, int rows, std::vector<PieceKind> kinds) {
    return test::error_text<UsageError>([&] { PieceSet(columns, rows, kinds); });
  };
  EXPECT_EQ(complaint(3, 3, {}), "A game has 1 to 8 kinds of pieces, not 0.");
  EXPECT_EQ(complaint(9, 8, {{"man", 'M'}}), "A board has 1 to 64 squares, not 9 by 8 of them.");
  EXPECT_EQ(complaint(3, 3, {{"giraffe", 'G'}, {"general", 'G'}}),
            "giraffe and general both have the letter G.");
  EXPECT_EQ(complaint(3, 3, {{"man", 'm'}}), "The letter of man is not one from A to Z.");
  std::vector<PieceKind> kinds;
  for (const char letter : {'A', 'B', 'C', 'D', 'E', 'F', 'G'})
    kinds.push_back({"it", letter, true});
  EXPECT_EQ(complaint(3, 3, kinds), "At most 6 kinds of pieces can be in hand, not 7.");
}

}  // namespace
}  // namespace zermelo
