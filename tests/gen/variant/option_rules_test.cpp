// SPDX-License-Identifier: MIT
// One position for each option that changes moves or ends: what may be played, and who has won.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "gen/variant/fen.h"
#include "gen/variant/ini.h"
#include "tests/support/error_text.h"

namespace zermelo::variant {
namespace {

// Chess on a board of 5x5 with a few more men, without castling; `more` are further lines.
Rules small_rules(std::string_view more) {
  return Rules(VariantFile("[x:gardner]\ncommoner = c\nshogiPawn = s\nstartFen = 4k/5/5/5/K4 w\n" +
                               std::string(more) + "\n",
                           "x.ini")
                   .variant("x"));
}

// The legal moves, sorted, of the men that begin with one of these texts.
std::string moves_by(const Rules& rules, std::string_view fen, std::string_view begin = "") {
  const Position position = parse_fen(fen, rules.variant());
  std::vector<Move> moves;
  rules.legal_moves(position, moves);
  std::vector<std::string> texts;
  for (const Move& move : moves) {
    const std::string text = format_uci(move, position, rules);
    if (text.substr(0, begin.size()) == begin) texts.push_back(text);
  }
  std::sort(texts.begin(), texts.end());
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : " ") + text;
  return all;
}

std::string fen_after(const Rules& rules, std::string_view fen, std::string_view uci) {
  Position position = parse_fen(fen, rules.variant());
  std::vector<Move> scratch;
  const auto move = parse_uci(uci, position, rules, scratch);
  if (!move) return "illegal";
  rules.apply(position, *move);
  const std::string text = format_fen(position, rules.variant());
  return text.substr(0, text.find(' '));
}

// "win", "draw" or "loss" for the side to move; "" if the game goes on.
std::string end_in(const Rules& rules, std::string_view fen) {
  std::vector<Move> scratch;
  const Status status = rules.status(parse_fen(fen, rules.variant()), scratch);
  if (status.kind == Status::Kind::impossible) return "impossible";
  if (status.kind == Status::Kind::goes_on) return "";
  return status.outcome == Outcome::win ? "win" : status.outcome == Outcome::draw ? "draw" : "loss";
}

TEST(VariantOptionRules, DiagonalLinesAreForRooksCannonsAndSoldiers) {
  const Rules rules(find_variant("janggicasual"));
  // From the corner of the palace a rook goes through its centre, a cannon over a man there.
  const std::string_view rook = "4k4/9/9/9/9/9/9/9/9/3RK4 w";
  EXPECT_EQ(moves_by(rules, rook, "d1e2") + " " + moves_by(rules, rook, "d1f3"), "d1e2 d1f3");
  EXPECT_EQ(moves_by(rules, "4k4/9/9/9/9/9/9/9/4P4/3CK4 w", "d1f"), "d1f1 d1f3");
  EXPECT_EQ(moves_by(rules, "4k4/9/9/9/9/9/9/9/9/3CK4 w", "d1"), "d1f1 d1g1 d1h1 d1i1");
  EXPECT_EQ(moves_by(rules, "4k4/9/3P5/9/9/9/9/9/9/4K4 w", "d8"), "d8c8 d8d9 d8e8 d8e9");
}

// Those that have not come far enough step straight ahead, and attack nothing else.
TEST(VariantOptionRules, DiagonalLinesAreForSoldiersThatStepSideways) {
  const Rules rules =
      small_rules("soldier = o\ndiagonalLines = b2 c3 d4\nsoldierPromotionRank = 3");
  EXPECT_EQ(moves_by(rules, "4k/5/5/1O3/K4 w", "b2"), "b2b3");
  EXPECT_EQ(moves_by(rules, "4k/5/2O2/5/K4 w", "c3"), "c3b3 c3c4 c3d3 c3d4");
  EXPECT_EQ(moves_by(rules, "5/5/3k1/1O3/K4 b", "d3c3"), "d3c3");
}

TEST(VariantOptionRules, JanggisCannonHopsOverNoCannonAndTakesNone) {
  const Rules rules(find_variant("janggicasual"));
  EXPECT_EQ(moves_by(rules, "4k4/9/9/9/C8/C8/9/9/9/4K4 w", "a"), "");
  EXPECT_EQ(moves_by(rules, "4k4/9/9/c8/9/9/P8/C8/9/4K4 w", "a3"), "a3a5 a3a6");
}

TEST(VariantOptionRules, APassIsWrittenWithTheKingAndTheSecondOneEndsTheGame) {
  const Rules rules(find_variant("janggimodern"));
  const std::string_view fen = "4k4/9/9/9/9/9/9/9/4P4/4K4 w";
  Position position = parse_fen(fen, rules.variant());
  std::vector<Move> scratch;
  for (const char* pass : {"e1e1", "e10e10"}) {
    EXPECT_FALSE(rules.ended(position));
    const auto move = parse_uci(pass, position, rules, scratch);
    ASSERT_TRUE(move);
    EXPECT_EQ(move->type, Move::Type::pass);
    EXPECT_EQ(format_san(*move, position, rules, scratch), "--");
    rules.apply(position, *move);
  }
  // White has two points, Black one and a half.
  EXPECT_EQ(rules.ended(position), Outcome::win);
  rules.legal_moves(position, scratch);
  EXPECT_TRUE(scratch.empty());
  // A pass does not answer a check.
  EXPECT_EQ(moves_by(rules, "3k5/9/9/9/9/9/9/9/4r4/4K4 w", "e1e1"), "");
}

TEST(VariantOptionRules, OneSideAloneMayPass) {
  const Rules rules = small_rules("passWhite = true");
  EXPECT_EQ(moves_by(rules, "4k/5/5/5/K4 w", "a1a1"), "a1a1");
  EXPECT_EQ(moves_by(rules, "4k/5/5/5/K4 b", "e5e5"), "");
}

TEST(VariantOptionRules, WhoHasNoMoveMayPass) {
  const std::string_view stalemate = "k4/2Q2/1K3/5/5 b", mate = "k4/1Q3/1K3/5/5 b";
  EXPECT_EQ(moves_by(small_rules("passOnStalemate = true"), stalemate), "a5a5");
  EXPECT_EQ(moves_by(small_rules("passOnStalemateWhite = true"), stalemate), "");
  EXPECT_EQ(moves_by(small_rules("passOnStalemate = true"), mate), "");
}

TEST(VariantOptionRules, AKingInCheckMayOnlyTakeTheManThatGivesIt) {
  const Rules rules = small_rules("makpongRule = true");
  EXPECT_EQ(moves_by(rules, "4k/5/5/4r/K1B2 w", "a1"), "a1b1");
  EXPECT_EQ(moves_by(rules, "4k/5/5/r4/K1B2 w"), "a1a2");
  EXPECT_EQ(moves_by(rules, "4k/5/r4/5/K1B2 w"), "c1a3");
}

TEST(VariantOptionRules, MenThatAreMutuallyImmuneTakeNoneOfTheirKind) {
  const std::string_view fen = "4k/5/5/R3r/K4 w";
  EXPECT_EQ(moves_by(small_rules(""), fen, "a2e"), "a2e2");
  EXPECT_EQ(moves_by(small_rules("mutuallyImmuneTypes = r"), fen, "a2e"), "");
  EXPECT_EQ(moves_by(small_rules("mutuallyImmuneTypes = n"), fen, "a2e"), "a2e2");
}

TEST(VariantOptionRules, ACaptureRemovesWhatIsAround) {
  const Rules atomic(find_variant("atomic"));
  const std::string_view fen = "4k3/8/8/8/3npb2/3rp3/8/3QK3 w - - 0 1";
  EXPECT_EQ(fen_after(atomic, fen, "d1d3"), "4k3/8/8/8/4pb2/4p3/8/4K3");
  // The own king may not go, and a king that is next to the other one is not in check.
  EXPECT_EQ(moves_by(atomic, "4k3/8/8/8/8/8/3r4/3QK3 w", "d1d2"), "");
  EXPECT_EQ(moves_by(atomic, "8/8/8/8/8/8/3k4/r3K3 w", "e1f1"), "");
  EXPECT_EQ(moves_by(atomic, "8/8/8/8/8/8/4k3/r3K3 w", "e1"), "e1d1 e1d2 e1f1 e1f2");
  EXPECT_EQ(end_in(atomic, "8/8/8/8/8/8/8/4K3 b"), "loss");
}

TEST(VariantOptionRules, SomeMenDoNotExplode) {
  const std::string more =
      "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n"
      "blastOnCapture = true\n";
  const std::string_view fen = "4k/5/2n2/1rp2/KR3 w";
  EXPECT_EQ(fen_after(small_rules(more), fen, "b1b2"), "4k/5/5/2p2/5");
  EXPECT_EQ(fen_after(small_rules(more + "blastImmuneTypes = rk"), fen, "b1b2"), "4k/5/5/1Rp2/K4");
  EXPECT_THROW(small_rules("blastOnCapture = true"), SyntaxError);
}

TEST(VariantOptionRules, TheLastMenOfAKindMayNotBeLeftAttacked) {
  const std::string more = "extinctionValue = loss\nextinctionPieceTypes = c\n";
  const std::string_view one = "c3k/5/2r2/5/K1C2 w", two = "c3k/5/2r2/5/KCC2 w";
  EXPECT_EQ(moves_by(small_rules(more), one, "a1"), "a1a2 a1b1 a1b2");
  const Rules rules = small_rules(more + "extinctionPseudoRoyal = true");
  EXPECT_EQ(moves_by(rules, one), "c1b1 c1b2 c1d1 c1d2");
  EXPECT_EQ(moves_by(rules, two, "a1"), "a1a2 a1b2");
  EXPECT_EQ(end_in(rules, "c3k/5/2r2/5/K1C2 b"), "impossible");
  EXPECT_EQ(end_in(rules, "c3k/5/2R2/5/K1C2 b"), "");
}

// Also where there are others.
TEST(VariantOptionRules, MenThatMayBeTheLastAreNotDroppedWhereTheyAreAttacked) {
  const Rules rules = small_rules(
      "extinctionValue = loss\nextinctionPieceTypes = c\nextinctionPseudoRoyal = true\n"
      "pieceDrops = true\ndropRegion = a*");
  EXPECT_EQ(moves_by(rules, "4k/4c/3r1/5/K1CC1[C] w", "C@"), "C@a2 C@a4 C@a5");
}

TEST(VariantOptionRules, TwoKingsThatAreBothAttackedAreInCheck) {
  const Rules rules(find_variant("spartan"));
  // One of the two may be left attacked, but not both.
  EXPECT_EQ(moves_by(rules, "k3k3/8/8/8/8/8/4R3/6K1 b", "a8a7"), "a8a7");
  EXPECT_EQ(moves_by(rules, "k3k3/8/8/8/8/R7/4R3/6K1 b", "a8a7"), "");
  EXPECT_EQ(moves_by(rules, "k3k3/8/8/8/8/R7/4R3/6K1 b", "a8b8"), "a8b8");
}

TEST(VariantOptionRules, BlackMayFollowTheKingThatHasArrived) {
  const Rules rules(find_variant("racingkings"));
  EXPECT_EQ(end_in(rules, "K7/7k/8/8/8/8/8/8 b"), "");
  EXPECT_EQ(end_in(rules, "K6k/8/8/8/8/8/8/8 w"), "draw");
  EXPECT_EQ(end_in(rules, "K7/8/7k/8/8/8/8/8 b"), "loss");
  EXPECT_EQ(end_in(rules, "7k/K7/8/8/8/8/8/8 w"), "loss");
}

TEST(VariantOptionRules, FlagsMayHaveToBeSafeOrToWaitForAReply) {
  const std::string more = "flagPiece = n\nflagRegionWhite = *5\nflagRegionBlack = *1\n";
  const std::string_view safe = "2N1k/5/5/5/K4 b", attacked = "2N1k/5/2r2/5/K4 b",
                         still = "2N1k/5/2r2/5/K4 w";
  EXPECT_EQ(end_in(small_rules(more), attacked), "loss");
  EXPECT_EQ(end_in(small_rules(more + "flagPieceSafe = true"), safe), "loss");
  EXPECT_EQ(end_in(small_rules(more + "flagPieceSafe = true"), attacked), "");
  EXPECT_EQ(end_in(small_rules(more + "flagPieceSafe = true"), still), "");
  EXPECT_EQ(end_in(small_rules(more + "flagMove = true"), safe), "");
  EXPECT_EQ(end_in(small_rules(more + "flagMove = true"), still), "win");
  // Both have arrived: kings share the point, other men have had their reply.
  const std::string_view both = "2N1k/5/5/5/K1n2 w";
  EXPECT_EQ(end_in(small_rules(more + "flagMove = true"), both), "win");
  EXPECT_EQ(end_in(small_rules(more + "flagPieceSafe = true"), both), "draw");
}

TEST(VariantOptionRules, AFullRegionCountsWhereItIsBlocked) {
  const std::string more = "flagPiece = n\nflagRegionWhite = a5 b5 c5\nflagPieceCount = 3\n";
  const std::string_view blocked = "NNr1k/5/5/5/K4 b";
  EXPECT_EQ(end_in(small_rules(more), blocked), "");
  EXPECT_EQ(end_in(small_rules(more + "flagPieceBlockedWin = true"), blocked), "loss");
  EXPECT_EQ(end_in(small_rules(more + "flagPieceBlockedWin = true"), "NN2k/5/5/5/K4 b"), "");
}

TEST(VariantOptionRules, ConnectedMenEndTheGame) {
  const std::string_view row = "4k/5/5/NNN2/K4 b", column = "4k/1N3/1N3/1N3/K4 b",
                         diagonal = "4k/3N1/2N2/1N3/K4 b", apart = "4k/5/5/NN1N1/K4 b",
                         square = "4k/5/NN3/NN3/K4 b";
  const Rules three = small_rules("connectN = 3");
  for (const std::string_view fen : {row, column, diagonal}) EXPECT_EQ(end_in(three, fen), "loss");
  EXPECT_EQ(end_in(three, apart), "");
  EXPECT_EQ(end_in(small_rules("connectN = 3\nconnectHorizontal = false"), row), "");
  EXPECT_EQ(end_in(small_rules("connectN = 3\nconnectVertical = false"), column), "");
  EXPECT_EQ(end_in(small_rules("connectN = 3\nconnectDiagonal = false"), diagonal), "");
  EXPECT_EQ(end_in(small_rules("connectN = 3\nconnectPieceTypes = r"), row), "");
  EXPECT_EQ(end_in(small_rules("connectN = 3\nconnectValue = loss"), row), "win");
  EXPECT_EQ(end_in(small_rules("collinearN = 3"), apart), "loss");
  EXPECT_EQ(end_in(small_rules("connectNxN = 2"), square), "loss");
  EXPECT_EQ(end_in(small_rules("connectNxN = 2"), row), "");
}

TEST(VariantOptionRules, AChainLeadsFromRegionToRegion) {
  const std::string more =
      "connectRegion1White = a*\nconnectRegion2White = e*\nconnectPieceTypes = n\n";
  const std::string_view chain = "3Nk/2N1N/1N3/N4/K4 b", broken = "3Nk/4N/1N3/N4/K4 b";
  EXPECT_EQ(end_in(small_rules(more), chain), "loss");
  EXPECT_EQ(end_in(small_rules(more + "connectDiagonal = false"), chain), "");
  EXPECT_EQ(end_in(small_rules(more), broken), "");
}

TEST(VariantOptionRules, MenAreCountedWhenTheBoardIsFull) {
  const std::string more = "maxFile = 3\nmaxRank = 2\nstartFen = k1K/3 w\nimmobile = d\n";
  const std::string_view full = "kdK/DDd w", even = "kdK/DDd b";
  EXPECT_EQ(end_in(small_rules(more + "adjudicateFullBoard = true"), full), "draw");
  const Rules rules =
      small_rules(more + "adjudicateFullBoard = true\nmaterialCounting = unweighted");
  EXPECT_EQ(end_in(rules, even), "draw");
  EXPECT_EQ(end_in(rules, "kDK/DDd b"), "loss");
  const Rules odds =
      small_rules(more + "adjudicateFullBoard = true\nmaterialCounting = blackdrawodds");
  EXPECT_EQ(end_in(odds, even), "win");
}

TEST(VariantOptionRules, StalemateGoesToTheSideWithTheOdds) {
  const std::string_view stalemate = "k4/2Q2/1K3/5/5 b";
  EXPECT_EQ(end_in(small_rules("materialCounting = blackdrawodds"), stalemate), "win");
  EXPECT_EQ(end_in(small_rules("materialCounting = whitedrawodds"), stalemate), "loss");
  EXPECT_EQ(end_in(small_rules("materialCounting = none"), stalemate), "draw");
  EXPECT_EQ(end_in(small_rules("stalematePieceCount = true\nmaterialCounting = blackdrawodds"),
                   stalemate),
            "win");
  // A stalemate that is no draw is not counted.
  EXPECT_EQ(end_in(small_rules("stalematePieceCount = true\nmaterialCounting = blackdrawodds\n"
                               "stalemateValue = loss"),
                   stalemate),
            "loss");
}

TEST(VariantOptionRules, MenInHandAreDroppedAndCapturesComeToHand) {
  const Rules rules(find_variant("crazyhouse"));
  const std::string_view fen = "4k3/4q~3/8/8/8/8/8/4RK2[P] w";
  EXPECT_EQ(moves_by(rules, fen, "P@a"), "P@a2 P@a3 P@a4 P@a5 P@a6 P@a7");
  EXPECT_EQ(fen_after(rules, fen, "e1e7"), "4k3/4R3/8/8/8/8/8/5K2[PP]");
  EXPECT_EQ(fen_after(rules, fen, "P@e6"), "4k3/4q~3/4P3/8/8/8/8/4RK2[]");
  EXPECT_EQ(fen_after(rules, "4k3/8/8/8/8/8/p7/5K2[] b", "a2a1n"), "4k3/8/8/8/8/8/8/n~4K2[]");
  // What was a pawn stays what it is with dropLoop.
  EXPECT_EQ(fen_after(Rules(find_variant("loop")), "4k3/4q3/8/8/8/8/8/4RK2[P] w", "e1e7"),
            "4k3/4R3/8/8/8/8/8/5K2[QP]");
}

// Where several kinds promote as pawns do, promoted men come back as the last one that is named.
TEST(VariantOptionRules, PromotedPawnsComeToHandAsOneKind) {
  const auto rules = [](const std::string& more) {
    return small_rules("pieceDrops = true\ncapturesToHand = true\n" + more);
  };
  const std::string_view fen = "4k/1q~3/5/5/KR3[] w";
  EXPECT_EQ(fen_after(rules(""), fen, "b1b4"), "4k/1R3/5/5/K4[P]");
  EXPECT_EQ(fen_after(rules("promotionPawnTypes = pn"), fen, "b1b4"), "4k/1R3/5/5/K4[N]");
  EXPECT_EQ(fen_after(rules("promotionPawnTypes = np"), fen, "b1b4"), "4k/1R3/5/5/K4[P]");
  EXPECT_EQ(
      test::error_text<SyntaxError>([&] { rules("promotionPawnTypesBlack = n"); }),
      "x.ini:7: promotionPawnTypesBlack = n: with capturesToHand, the last kind that it names "
      "is the same for both sides.");
}

TEST(VariantOptionRules, PawnsAreDroppedOnSomeRanks) {
  const std::string more = "pieceDrops = true\n";
  const std::string_view fen = "4k/5/5/5/3K1[P] w";
  EXPECT_EQ(moves_by(small_rules(more), fen, "P@a"), "P@a2 P@a3 P@a4");
  EXPECT_EQ(moves_by(small_rules(more + "firstRankPawnDrops = true"), fen, "P@a"),
            "P@a1 P@a2 P@a3 P@a4");
  EXPECT_EQ(moves_by(small_rules(more + "promotionZonePawnDrops = true"), fen, "P@a"),
            "P@a2 P@a3 P@a4 P@a5");
  EXPECT_EQ(moves_by(small_rules(more + "dropRegionWhite = a* c3"), fen, "P@"),
            "P@a2 P@a3 P@a4 P@c3");
  EXPECT_EQ(moves_by(small_rules(more + "whiteDropRegion = c3"), fen, "P@"), "P@c3");
}

TEST(VariantOptionRules, FilesMayHoldOneOfAKind) {
  const std::string more = "pieceDrops = true\ndropNoDoubled = n\n";
  const std::string_view fen = "4k/N4/5/5/3K1[N] w";
  EXPECT_EQ(moves_by(small_rules(more), fen, "N@a"), "");
  EXPECT_EQ(moves_by(small_rules(more), fen, "N@b"), "N@b1 N@b2 N@b3 N@b4 N@b5");
  EXPECT_EQ(moves_by(small_rules(more + "dropNoDoubledCount = 2"), fen, "N@a"),
            "N@a1 N@a2 N@a3 N@a5");
}

TEST(VariantOptionRules, MenMayBeDroppedPromoted) {
  const Rules rules =
      small_rules("pieceDrops = true\npromotedPieceType = s:r\ndropPromoted = true\n");
  const std::string_view fen = "4k/5/5/5/3K1[S] w";
  EXPECT_EQ(moves_by(rules, fen, "+S@a"), "+S@a1 +S@a2 +S@a3 +S@a4 +S@a5");
  EXPECT_EQ(moves_by(rules, fen, "S@a"), "S@a1 S@a2 S@a3 S@a4 S@a5");
  EXPECT_EQ(fen_after(rules, fen, "+S@a1"), "4k/5/5/5/+S2K1[]");
}

TEST(VariantOptionRules, MenAreDroppedOnlyWhereTheyCanMove) {
  const std::string_view fen = "4k/5/5/5/3K1[S] w";
  EXPECT_EQ(moves_by(small_rules("pieceDrops = true\nimmobilityIllegal = true"), fen, "S@a"),
            "S@a1 S@a2 S@a3 S@a4");
}

TEST(VariantOptionRules, DropsMayHaveToGiveNoCheckAndPawnsNoMate) {
  const std::string_view fen = "4k/5/5/5/3K1[R] w";
  EXPECT_EQ(moves_by(small_rules("pieceDrops = true\ndropChecks = false"), fen, "R@a"),
            "R@a1 R@a2 R@a3 R@a4");
  const std::string_view mate = "2rkr/5/2P2/1N3/1B1K1[S] w";
  EXPECT_EQ(moves_by(small_rules("pieceDrops = true"), mate, "S@d4"), "S@d4");
  const Rules rules = small_rules("pieceDrops = true\nshogiPawnDropMateIllegal = true");
  EXPECT_EQ(moves_by(rules, mate, "S@d4"), "");
  EXPECT_EQ(moves_by(rules, "2rkr/5/2P2/1N3/3K1[S] w", "S@d4"), "S@d4");
  // Whoever has won otherwise has not mated.
  const Rules row = small_rules(
      "pieceDrops = true\nshogiPawnDropMateIllegal = true\nconnectN = 2\nconnectPieceTypes = sp");
  EXPECT_EQ(moves_by(row, mate, "S@d4"), "S@d4");
}

TEST(VariantOptionRules, DropsMayBeMandatory) {
  const std::string_view fen = "4k/5/5/5/3K1[RN] w", check = "4k/3r1/5/5/3K1[R] w";
  const std::string more = "pieceDrops = true\nmustDrop = true\n";
  EXPECT_EQ(moves_by(small_rules(more), fen, "d1"), "");
  EXPECT_EQ(moves_by(small_rules(more + "mustDropType = b"), fen, "d1"),
            "d1c1 d1c2 d1d2 d1e1 d1e2");
  EXPECT_EQ(moves_by(small_rules(more + "dropRegion = a1"), check), "d1c1 d1c2 d1e1 d1e2");
  // Men of the kind that must be dropped come before all others.
  const std::string knights = more + "mustDropType = n\ndropRegion = a1 a2\n";
  EXPECT_EQ(moves_by(small_rules(knights), fen), "N@a1 N@a2");
  EXPECT_EQ(moves_by(small_rules(knights), "4k/5/5/n4/n2K1[RN] w"), "d1d2 d1e1 d1e2");
}

TEST(VariantOptionRules, BishopsAreDroppedOnBothShades) {
  const Rules rules(find_variant("placement"));
  const std::string_view fen = "8/pppppppp/8/8/8/8/PPPPPPPP/B1B5[Bk] w";
  EXPECT_EQ(moves_by(rules, fen, "B@"), "B@b1 B@d1 B@f1 B@h1");
  EXPECT_EQ(moves_by(rules, "8/pppppppp/8/8/8/8/PPPPPPPP/B1R1R1R1[BQ] w", "Q@"),
            "Q@b1 Q@d1 Q@f1 Q@h1");
  EXPECT_EQ(moves_by(rules, "8/pppppppp/8/8/8/8/PPPPPPPP/BRR1RRR1[BQ] w", "Q@"), "Q@d1 Q@h1");
}

TEST(VariantOptionRules, DroppedKingsAndRooksMayCastle) {
  const Rules rules(find_variant("placement"));
  Position position = parse_fen("8/pppppppp/8/8/8/8/PPPPPPPP/R7[Kk] w", rules.variant());
  std::vector<Move> scratch;
  rules.apply(position, *parse_uci("K@e1", position, rules, scratch));
  EXPECT_EQ(format_fen(position, rules.variant()), "8/pppppppp/8/8/8/8/PPPPPPPP/R3K3[k] b Q - 0 1");
}

TEST(VariantOptionRules, PromotionOnCaptureAndDemotionGoTogether) {
  const Rules rules(find_variant("micro"));
  EXPECT_EQ(moves_by(rules, "k3/1p2/1P2/4/K3 w", "b3"), "b3b4+");
  EXPECT_EQ(moves_by(rules, "k3/4/1+R2/4/K3 w", "b3b"), "b3b2 b3b4");
  EXPECT_EQ(moves_by(rules, "k3/1p2/1+R2/4/K3 w", "b3b4"), "b3b4-");
}

// Men step back where they promote, and nowhere else.
TEST(VariantOptionRules, DemotionIsBoundToTheRegion) {
  const Rules rules = small_rules(
      "silver = s\npromotedPieceType = s:r\npieceDemotion = true\n"
      "promotionRegionWhite = *5\npromotionRegionBlack = *1");
  EXPECT_EQ(moves_by(rules, "4k/5/1S3/5/K4 w", "b3b"), "b3b4");
  EXPECT_EQ(moves_by(rules, "4k/1S3/5/5/K4 w", "b4b"), "b4b5 b4b5+");
  EXPECT_EQ(moves_by(rules, "4k/5/1+S3/5/K4 w", "b3b4"), "b3b4");
  EXPECT_EQ(moves_by(rules, "4k/1+S3/5/5/K4 w", "b4b5"), "b4b5 b4b5-");
  EXPECT_EQ(moves_by(rules, "1+S2k/5/5/5/K4 w", "b5b2"), "b5b2 b5b2-");
}

TEST(VariantOptionRules, PromotedMenStandOutsideOfTheirRegion) {
  const Rules rules = small_rules("mobilityRegionWhiteRook = *1 *2 *3");
  EXPECT_NE(moves_by(rules, "4k/1P3/5/5/K4 w", "b4b5r"), "");
  EXPECT_EQ(end_in(rules, "1R2k/5/5/5/K4 b"), "");
  EXPECT_EQ(end_in(rules, "4k/1R3/5/5/K4 b"), "impossible");
}

TEST(VariantOptionRules, StalemateMayCountMen) {
  const std::string_view poor = "k4/2Q2/1K3/5/5 b";
  EXPECT_EQ(end_in(small_rules("stalematePieceCount = true\nstalemateValue = win"), poor), "win");
  EXPECT_EQ(end_in(small_rules("stalematePieceCount = true\nstalemateValue = loss"), poor), "loss");
  EXPECT_EQ(end_in(small_rules("stalematePieceCount = true"), poor), "draw");
  // In suicide the side with fewer men has won.
  const Rules suicide(find_variant("suicide"));
  EXPECT_EQ(end_in(suicide, "8/8/8/8/p7/P7/8/7r w"), "win");
  EXPECT_EQ(end_in(suicide, "8/8/8/8/p7/P7/8/8 w"), "draw");
}

TEST(VariantOptionRules, ExplodedMenComeToHands) {
  const Rules rules = Rules(
      VariantFile("[x:atomic]\npieceDrops = true\ncapturesToHand = true\n", "x.ini").variant("x"));
  Position position = parse_fen("k7/8/8/3nr3/8/8/8/K3R3[] w", rules.variant());
  std::vector<Move> scratch;
  rules.apply(position, *parse_uci("e1e5", position, rules, scratch));
  EXPECT_EQ(format_fen(position, rules.variant()), "k7/8/8/8/8/8/8/K7[RNr] b - - 0 1");
}

}  // namespace
}  // namespace zermelo::variant
