// SPDX-License-Identifier: MIT
#include "tests/support/piece_codes.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "gen/error.h"
#include "tests/support/error_text.h"
#include "tests/support/random_pieces.h"

namespace zermelo {
namespace {

// What can stand on a square and in a hand, at random.
PossibleContents randomly_possible(const PieceSet& set, std::mt19937_64& random) {
  PossibleContents possible(set);
  for_each_square(set.squares(), [&](int square) {
    for (Content content = 1; content < PieceSet::contents; ++content)
      if (random() % 2 == 0) possible.forbid(square, content);
  });
  for (int& most : possible.most_in_hand) most = std::min(most, test::number_below(random, 4));
  return possible;
}

bool allows(const PiecePosition& p, const PieceSet& set, const PossibleContents& possible) {
  bool holds = true;
  for_each_square(set.squares(), [&](int square) {
    holds = holds && (possible.contents[static_cast<std::size_t>(square)] >> p.at(square) & 1) != 0;
  });
  for (int kind = 0; kind < set.size(); ++kind) {
    const int most = possible.most_in_hand[static_cast<std::size_t>(kind)];
    holds = holds && p.in_hand(false, kind) <= most && p.in_hand(true, kind) <= most;
  }
  return holds;
}

// All codes of a small board are those of different positions, and of all there are.
TEST(PieceCodes, AreDense) {
  std::mt19937_64 random(1);
  const PieceSet set(2, 2, {{"lion", 'L'}, {"chick", 'C', true}}, 0b1011);
  for (int n = 0; n < 20; ++n) {
    const PossibleContents possible = randomly_possible(set, random);
    const PieceCodes codes(set, possible);
    std::set<PiecePosition> seen;
    for (std::uint64_t code = 0; code < codes.size(); ++code) {
      const PiecePosition p = codes.decode(code);
      ASSERT_TRUE(fits(p, set) && allows(p, set, possible) && codes.covers(p));
      ASSERT_EQ(codes.encode(p), code);
      seen.insert(p);
    }
    EXPECT_EQ(seen.size(), codes.size());
    for (int m = 0; m < 300; ++m) {
      const PiecePosition p = test::random_pieces(set, random);
      ASSERT_EQ(codes.covers(p), allows(p, set, possible));
      ASSERT_EQ(seen.contains(p), codes.covers(p));
    }
  }
}

TEST(PieceCodes, GoThereAndBackOnLargeBoards) {
  std::mt19937_64 random(2);
  int sets = 0;
  while (sets < 200) {
    const PieceSet set = test::random_set(random);
    try {
      const PieceCodes codes(set);
      for (int n = 0; n < 50; ++n) {
        const PiecePosition p = test::random_pieces(set, random);
        const std::uint64_t code = codes.encode(p);
        ASSERT_LT(code, codes.size());
        ASSERT_EQ(codes.decode(code), p);
        const std::uint64_t any = random() % codes.size();
        ASSERT_EQ(codes.encode(codes.decode(any)), any);
      }
      EXPECT_EQ(codes.encode(codes.decode(codes.size() - 1)), codes.size() - 1);
      ++sets;
    } catch (const UsageError&) {
    }
  }
}

TEST(PieceCodes, RefuseMoreThanFitIntoAWord) {
  const auto complaint = [](int columns, int rows, std::vector<PieceKind> kinds) {
    return test::error_text<UsageError>([&] { PieceCodes(PieceSet(columns, rows, kinds)); });
  };
  EXPECT_EQ(complaint(5, 8, {{"man", 'M'}}),
            "A board of 5 by 8 squares with 1 kind of pieces has too many positions to number.");
  EXPECT_EQ(PieceCodes(PieceSet(13, 3, {{"man", 'M'}})).size(), 2 * 4052555153018976267u);
  std::vector<PieceKind> kinds;
  for (const char letter : {'A', 'B', 'C', 'D', 'E', 'F'}) kinds.push_back({"it", letter, true});
  EXPECT_NE(complaint(8, 8, kinds), "");
  EXPECT_NE(complaint(3, 4, kinds), "") << "the hands are too many";
}

}  // namespace
}  // namespace zermelo
