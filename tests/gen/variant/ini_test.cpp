// SPDX-License-Identifier: MIT
#include "gen/variant/ini.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "gen/error.h"
#include "gen/variant/moves.h"

namespace zermelo::variant {
namespace {

Variant variant_in(std::string_view text, std::string_view name = "x") {
  return VariantFile(text, "x.ini").variant(name);
}

std::string message_of(std::string_view text) {
  try {
    variant_in(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(VariantIni, ASectionCopiesItsParent) {
  const Variant x = variant_in(
      "# a comment\n[a:chess]\nqueen = -\ncentaur = q\n\n[x:a]\nstalemateValue = loss\n"
      "stalemateValue=win\n");
  EXPECT_EQ(x.name, "x");
  EXPECT_EQ(x.stalemate, Outcome::win);  // the last line
  EXPECT_EQ(x.kind_named("queen"), no_kind);
  EXPECT_EQ(x.kinds[static_cast<std::size_t>(x.kind_of("Q"))].name, "centaur");
  // A queen that is gone is no promotion.
  EXPECT_EQ(x.promotion_kinds.white.count(), 3);
}

TEST(VariantIni, ALetterLeavesThePieceThatHadIt) {
  const Variant x = variant_in("[x:chess]\namazon = q\n");
  EXPECT_EQ(x.kind_named("queen"), no_kind);
  EXPECT_NE(x.kind_named("amazon"), no_kind);
}

TEST(VariantIni, WithoutParentThereAreChessRulesAndNoPieces) {
  const Variant x = variant_in("[x]\nking = k\ncommoner = c\nstartFen = 8/8/8/8/8/8/8/K6k w\n");
  EXPECT_EQ(x.kinds.size(), 2U);
  EXPECT_TRUE(x.castling);
  EXPECT_TRUE(x.promotion_kinds.white.empty());
  EXPECT_EQ(x.board, (Board{8, 8}));
}

TEST(VariantIni, RegionsHaveWholeRanksAndFiles) {
  const Variant x = variant_in(
      "[x:chess]\npromotionRegionWhite = *7 a6\npromotionRegionBlack = b*\n"
      "mobilityRegionWhiteKing = a1 b1\n");
  EXPECT_EQ(x.promotion_region.white.count(), 9);
  EXPECT_EQ(x.promotion_region.black.count(), 8);
  const auto king = static_cast<std::size_t>(x.kind_named("king"));
  EXPECT_EQ(x.kinds[king].region.white.count(), 2);
  EXPECT_EQ(x.kinds[king].region.black.count(), 64);
}

TEST(VariantIni, OldWordsLiveOn) {
  const Variant x = variant_in("[x:chess]\npromotionRank = 7\ndoubleStepRank = 3\n");
  EXPECT_EQ(x.promotion_region.white.count(), 16);
  EXPECT_TRUE(x.promotion_region.black.contains(x.board.square(0, 1)));
  EXPECT_TRUE(x.double_step_region.white.contains(x.board.square(0, 2)));
  EXPECT_FALSE(x.double_step_region.white.contains(x.board.square(0, 1)));
}

TEST(VariantIni, PromotedMenAreKindsOfTheirOwn) {
  const Variant x = variant_in(
      "[x:chess]\nshogiPawn = s\ngold = g\npromotedPieceType = s:g\nstalematePieceCount = true\n");
  const int promoted = x.kind_of("+S");
  ASSERT_NE(promoted, no_kind);
  EXPECT_EQ(x.kinds[static_cast<std::size_t>(promoted)].demotes_to, x.kind_of("S"));
  EXPECT_EQ(x.kinds[static_cast<std::size_t>(promoted)].looks_like, x.kind_of("G"));
  EXPECT_EQ(x.kinds[static_cast<std::size_t>(x.kind_of("S"))].promotes_to, promoted);
}

TEST(VariantIni, WhatIsWrongIsSaidWithItsPlace) {
  EXPECT_EQ(message_of("[x:chess]\nstalemateValu = loss\n"),
            "x.ini:2: there is no option stalemateValu (did you mean stalemateValue?).");
  EXPECT_EQ(message_of("[x:chess]\nstalemateValue = lost\n"),
            "x.ini:2: stalemateValue = lost: this is win, draw or loss.");
  EXPECT_EQ(message_of("[x:chess]\n\nchasingRule = axf\n"),
            "x.ini:3: chasingRule = axf depends on earlier moves; --endless draw solves without "
            "it.");
  EXPECT_EQ(message_of("[x:ches]\n"),
            "x.ini:1: no section before this one, and nothing built in, is called \"ches\", which "
            "it copies (did you mean chess?).");
  EXPECT_EQ(message_of("[x:x]\n").substr(0, 9), "x.ini:1: ");
  EXPECT_EQ(message_of("[x:chess]\ncustomPiece3 = a:afW\n"),
            "x.ini:2: customPiece3: legs ('a') are not supported.");
  EXPECT_NE(message_of("[y:chess]\n").find("no variant \"x\""), std::string::npos);
}

TEST(VariantIni, EveryWrongLineIsRefused) {
  for (const std::string_view line : {"maxRank = 11",
                                      "maxFile = 13",
                                      "maxRank = 0",
                                      "pawn = pp",
                                      "pawn = 5",
                                      "pawn = p:W",
                                      "customPiece1 = a",
                                      "customPiece26 = a:W",
                                      "customPiece1 = a:",
                                      "castling = yes",
                                      "promotionPieceTypes = nx",
                                      "promotionRegionWhite = x99",
                                      "promotionLimit = q",
                                      "promotionLimit = q:many",
                                      "promotedPieceType = p:qq",
                                      "mobilityRegionWhiteKing = 4",
                                      "mobilityRegionGreenKing = a1",
                                      "nMoveRule = -1",
                                      "connectN = 2147483647",
                                      "connectValue = won",
                                      "materialCounting = all",
                                      "capturesToHand = true",
                                      "blastOnCapture = true",
                                      "dropNoDoubled = x",
                                      "dropRegion = 4",
                                      "pieceDrops = 1",
                                      "checkCounting = 3",
                                      "castlingRank = 99",
                                      "startFen = 8/8 w",
                                      "startFen = 8/8/8/8/8/8/8/7* w",
                                      "no setting",
                                      "wallingRule = duck",
                                      "twoBoards = true",
                                      "[",
                                      "[]",
                                      "[x:chess]"}) {
    const std::string text = "[x:chess]\n" + std::string(line) + "\n";
    const bool is_right = line == "customPiece1 = a:";
    // (A piece without moves is one.)
    EXPECT_EQ(message_of(text).empty(), is_right) << line;
    if (is_right) continue;
    EXPECT_EQ(message_of(text).substr(0, 7), "x.ini:2") << line;
  }
  EXPECT_EQ(message_of("pawn = p\n").substr(0, 7), "x.ini:1");
}

TEST(VariantIni, RefusedOptionsMayBeSetToWhatHoldsAnyway) {
  EXPECT_EQ(message_of("[x:chess]\nwallingRule = none\ncheckCounting = false\nnFoldRule = 4\n"),
            "");
}

TEST(VariantIni, EveryVariantThatIsBuiltInHasRules) {
  ASSERT_GT(built_in_variants().names().size(), 10U);
  for (const std::string& name : built_in_variants().names()) {
    SCOPED_TRACE(name);
    const Rules rules(built_in_variants().variant(name));
    EXPECT_EQ(rules.variant().name, name);
  }
  EXPECT_EQ(find_variant("chess").name, "chess");
  EXPECT_THROW(find_variant("chesss"), UsageError);
  EXPECT_THROW(find_variant("there-is-no-such-file.ini:chess"), FileError);
}

}  // namespace
}  // namespace zermelo::variant
