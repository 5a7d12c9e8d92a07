// SPDX-License-Identifier: MIT
#include "gen/variant/betza.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "gen/error.h"

namespace zermelo::variant {
namespace {

// The vectors (forward, right) of a piece, whatever it does there.
std::set<std::pair<int, int>> vectors_of(std::string_view betza) {
  std::set<std::pair<int, int>> vectors;
  for (const Step& step : parse_betza(betza)) vectors.emplace(step.ranks, step.files);
  return vectors;
}

using Vectors = std::set<std::pair<int, int>>;

TEST(VariantBetza, AtomsAreLeapers) {
  EXPECT_EQ(vectors_of("W"), (Vectors{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}));
  EXPECT_EQ(vectors_of("F"), (Vectors{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}));
  EXPECT_EQ(vectors_of("K").size(), 8U);
  EXPECT_EQ(vectors_of("N").size(), 8U);
  EXPECT_EQ(vectors_of("L"), vectors_of("C"));
  EXPECT_EQ(vectors_of("J"), vectors_of("Z"));
  for (const std::string_view atom : {"D", "A", "H", "G"}) EXPECT_EQ(vectors_of(atom).size(), 4U);
  EXPECT_TRUE(parse_betza("").empty());
}

// (What each direction means was compared with a chess program's moves.)
TEST(VariantBetza, DirectionsOfStraightLeapersAreUnions) {
  EXPECT_EQ(vectors_of("fW"), (Vectors{{1, 0}}));
  EXPECT_EQ(vectors_of("fsW"), (Vectors{{1, 0}, {0, 1}, {0, -1}}));
  EXPECT_EQ(vectors_of("vlD"), (Vectors{{2, 0}, {-2, 0}, {0, -2}}));
  EXPECT_EQ(vectors_of("fhW"), (Vectors{{1, 0}}));
}

TEST(VariantBetza, DirectionsOfDiagonalLeapersAreIntersections) {
  EXPECT_EQ(vectors_of("fF"), (Vectors{{1, 1}, {1, -1}}));
  EXPECT_EQ(vectors_of("lbF"), (Vectors{{-1, -1}}));
  EXPECT_EQ(vectors_of("fbA").size(), 4U);
  EXPECT_EQ(vectors_of("fsF"), vectors_of("fF"));
}

TEST(VariantBetza, TheSecondLetterOfAKnightsPairIsTheLongSide) {
  EXPECT_EQ(vectors_of("fN"), (Vectors{{2, 1}, {2, -1}}));
  EXPECT_EQ(vectors_of("sN"), (Vectors{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}));
  EXPECT_EQ(vectors_of("fsN"), (Vectors{{1, 2}, {1, -2}}));
  EXPECT_EQ(vectors_of("flN"), (Vectors{{1, -2}}));
  EXPECT_EQ(vectors_of("lfN"), (Vectors{{2, -1}}));
  EXPECT_EQ(vectors_of("fhN"), (Vectors{{1, 2}, {1, -2}, {2, 1}, {2, -1}}));
  EXPECT_EQ(vectors_of("rhN"), (Vectors{{1, 2}, {-1, 2}, {2, 1}, {-2, 1}}));
  EXPECT_EQ(vectors_of("hlN"), (Vectors{{1, 2}, {-1, -2}, {2, -1}, {-2, 1}}));
  EXPECT_EQ(vectors_of("hrN"), (Vectors{{1, -2}, {-1, 2}, {2, 1}, {-2, -1}}));
}

TEST(VariantBetza, DirectionsOfKings) {
  EXPECT_EQ(vectors_of("fK"), (Vectors{{1, 0}, {1, 1}, {1, -1}}));
  EXPECT_EQ(vectors_of("flK"), (Vectors{{0, -1}, {1, -1}}));
  EXPECT_EQ(vectors_of("lfQ"), (Vectors{{1, 0}, {1, -1}}));
  EXPECT_EQ(vectors_of("fsK"), (Vectors{{0, -1}, {0, 1}, {1, -1}, {1, 1}}));
  EXPECT_EQ(vectors_of("fhK"), (Vectors{{0, -1}, {0, 1}, {1, -1}, {1, 1}, {1, 0}}));
}

TEST(VariantBetza, RidersHaveRanges) {
  EXPECT_EQ(parse_betza("R")[0].limit, 0);
  EXPECT_EQ(parse_betza("NN")[0].limit, 0);
  EXPECT_EQ(parse_betza("R4")[0].limit, 4);
  EXPECT_EQ(parse_betza("W3")[0].limit, 3);
  EXPECT_EQ(parse_betza("N")[0].limit, 1);
}

TEST(VariantBetza, ARiderThatIsDoubledIsTheSameRider) {
  EXPECT_EQ(parse_betza("bBB"), parse_betza("bB"));
  EXPECT_EQ(parse_betza("fRRN"), parse_betza("fRN"));
  EXPECT_EQ(parse_betza("sQQ"), parse_betza("sQ"));
}

TEST(VariantBetza, ModifiersSayHow) {
  for (const Step& step : parse_betza("mN")) EXPECT_EQ(step.mode, Step::Mode::quiet);
  for (const Step& step : parse_betza("cN")) EXPECT_EQ(step.mode, Step::Mode::capture);
  EXPECT_EQ(parse_betza("N").size(), 16U);
  EXPECT_EQ(parse_betza("nZ")[0].manner, Step::Manner::lame);
  EXPECT_EQ(parse_betza("pR")[0].manner, Step::Manner::hop);
  EXPECT_EQ(parse_betza("gQ")[0].manner, Step::Manner::hop_behind);
  const auto pawn = parse_betza("fmWfceFifmnD");
  ASSERT_EQ(pawn.size(), 4U);
  EXPECT_EQ(pawn[0], (Step{0, 1, 1, Step::Mode::quiet, Step::Manner::leap, false, false}));
  EXPECT_EQ(pawn[1], (Step{1, 1, 1, Step::Mode::capture, Step::Manner::leap, false, true}));
  EXPECT_EQ(pawn[3], (Step{0, 2, 1, Step::Mode::quiet, Step::Manner::lame, true, false}));
}

TEST(VariantBetza, ALaterPartReplacesAnEarlierOne) {
  const auto steps = parse_betza("RfR2");
  int forward = 0;
  for (const Step& step : steps) {
    if (step.ranks == 1) forward += step.limit == 2 ? 1 : 100;
  }
  EXPECT_EQ(forward, 2);  // quiet and capture
  EXPECT_EQ(steps.size(), 8U);
}

TEST(VariantBetza, WhatIsNotReadIsSaid) {
  const auto message = [](std::string_view betza) -> std::string {
    try {
      parse_betza(betza);
    } catch (const SyntaxError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message("afW"), "legs ('a') are not supported");
  EXPECT_EQ(message("f"), "\"f\" ends with modifiers and no atom, such as W or R");
  EXPECT_NE(message("X"), "");
  EXPECT_NE(message("nR"), "");
  EXPECT_NE(message("nK"), "");
  EXPECT_NE(message("pN"), "");
  EXPECT_NE(message("R0"), "");
  EXPECT_NE(message("QQ2"), "");
  EXPECT_NE(message("vlF"), "");
  EXPECT_NE(message("hW"), "");
  EXPECT_NE(message("fmWz"), "");
  for (const std::string_view crossing : {"fBpB", "R4pR", "RgR", "QfpR"})
    EXPECT_NE(message(crossing).find("on one line"), std::string::npos) << crossing;
  for (const std::string_view apart : {"RpR", "mRcpR", "fRpB", "RcpRnN"})
    EXPECT_EQ(message(apart), "") << apart;
}

}  // namespace
}  // namespace zermelo::variant
