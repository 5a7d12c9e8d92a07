// SPDX-License-Identifier: MIT
#include "gen/variant/ways.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>

#include "gen/variant/ini.h"

namespace zermelo::variant {
namespace {

Variant with_piece(std::string_view betza) {
  return VariantFile("[x:chess]\ncustomPiece1 = a:" + std::string(betza) + "\n", "x.ini")
      .variant("x");
}

// Where White's piece takes from d4 past these men.
SquareSet targets(const Variant& variant, const SquareSet& occupied) {
  const Ways ways(variant);
  const Square from = variant.board.square(3, 3);
  SquareSet set;
  for (Square to = 0; to < variant.board.size(); ++to) {
    if (ways.attacks(Colour::white, variant.kind_of("A"), from, to, occupied)) set.add(to);
  }
  return set;
}

SquareSet squares_named(const Board& board, std::string_view names) {
  SquareSet set;
  while (!names.empty()) {
    const auto square = board.take_square(names);
    if (!square) return set;
    set.add(*square);
  }
  return set;
}

TEST(VariantWays, MenBarSliders) {
  const Variant rook = with_piece("R");
  const Board& board = rook.board;
  EXPECT_EQ(targets(rook, {}).count(), 14);
  EXPECT_EQ(targets(rook, squares_named(board, "d6b4")),
            squares_named(board, "d5d6c4b4e4f4g4h4d3d2d1"));
  EXPECT_EQ(targets(with_piece("R2"), {}).count(), 8);
}

TEST(VariantWays, HoppersNeedAMan) {
  const Variant cannon = with_piece("pR");
  const Board& board = cannon.board;
  EXPECT_EQ(targets(cannon, {}).count(), 0);
  EXPECT_EQ(targets(cannon, squares_named(board, "d6")), squares_named(board, "d7d8"));
  EXPECT_EQ(targets(cannon, squares_named(board, "d6d7")), squares_named(board, "d7"));
  EXPECT_EQ(targets(with_piece("gR"), squares_named(board, "d6b4")), squares_named(board, "d7a4"));
  EXPECT_EQ(targets(with_piece("gR"), squares_named(board, "d5d6")).count(), 1);
}

TEST(VariantWays, LameLeapersAreBarred) {
  const Variant horse = with_piece("nN");
  const Board& board = horse.board;
  EXPECT_EQ(targets(horse, {}).count(), 8);
  EXPECT_EQ(targets(horse, squares_named(board, "d5")).count(), 6);
  EXPECT_EQ(targets(horse, squares_named(board, "e5")).count(), 8);
  EXPECT_EQ(targets(with_piece("nA"), squares_named(board, "e5")).count(), 3);
  EXPECT_EQ(targets(with_piece("nD"), squares_named(board, "d5")).count(), 3);
  const Variant elephant = with_piece("nZ");
  EXPECT_EQ(targets(elephant, {}).count() - targets(elephant, squares_named(board, "d5")).count(),
            2);
  EXPECT_EQ(targets(elephant, {}).count() - targets(elephant, squares_named(board, "e6")).count(),
            1);
}

// Ways into a square are those from all others, and skipping what is barred too skips nothing else.
TEST(VariantWays, ListsAgree) {
  std::mt19937_64 random(1);
  for (const std::string& name : built_in_variants().names()) {
    SCOPED_TRACE(name);
    const Variant variant = built_in_variants().variant(name);
    const Ways ways(variant);
    const int size = variant.board.size();
    for (int kind = 0; kind < static_cast<int>(variant.kinds.size()); ++kind) {
      std::size_t quiet = 0, into = 0;
      for (Square square = 0; square < size; ++square) {
        const auto from = ways.from(Colour::black, kind, square);
        quiet += static_cast<std::size_t>(
            std::count_if(from.begin(), from.end(), [](const Way& w) { return w.quiet; }));
        into += ways.into(Colour::black, kind, square).size();
        const SquareSet occupied(random() & random(), random() & random());
        for (std::size_t i = 0; i < from.size(); ++i) {
          if (is_open(from[i], occupied)) continue;
          for (std::size_t j = 0; j < from[i].barred_too; ++j)
            EXPECT_FALSE(is_open(from[i + 1 + j], occupied));
        }
      }
      EXPECT_EQ(quiet, into);
    }
  }
}

}  // namespace
}  // namespace zermelo::variant
