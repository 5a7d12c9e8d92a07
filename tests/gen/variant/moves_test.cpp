// SPDX-License-Identifier: MIT
#include "gen/variant/moves.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/variant/fen.h"
#include "gen/variant/ini.h"

namespace zermelo::variant {
namespace {

// Leaves of the tree of legal moves.
std::uint64_t perft(const Rules& rules, const Position& position, int depth) {
  std::vector<Move> moves;
  rules.legal_moves(position, moves);
  if (depth == 1) return moves.size();
  std::uint64_t leaves = 0;
  for (const Move& move : moves) {
    Position after = position;
    rules.apply(after, move);
    leaves += perft(rules, after, depth - 1);
  }
  return leaves;
}

std::uint64_t perft_of(std::string_view name, int depth) {
  const Rules rules(find_variant(name));
  return perft(rules, parse_fen(rules.variant().start, rules.variant()), depth);
}

// Those of chess and makruk are published; all are Fairy-Stockfish's as well.
TEST(VariantMoves, PerftFromTheStart) {
  EXPECT_EQ(perft_of("chess", 4), 197281U);
  EXPECT_EQ(perft_of("makruk", 4), 273026U);
  EXPECT_EQ(perft_of("losalamos", 4), 14332U);
  EXPECT_EQ(perft_of("gardner", 4), 4775U);
  EXPECT_EQ(perft_of("xiangqi", 3), 79666U);
  EXPECT_EQ(perft_of("grand", 3), 259514U);
  EXPECT_EQ(perft_of("capablanca", 3), 25228U);
  EXPECT_EQ(perft_of("janus", 3), 24747U);
  EXPECT_EQ(perft_of("knightmate", 3), 6765U);
  EXPECT_EQ(perft_of("berolina", 3), 28328U);
  EXPECT_EQ(perft_of("nightrider", 3), 15586U);
  EXPECT_EQ(perft_of("grasshopper", 3), 22314U);
  EXPECT_EQ(perft_of("asean", 3), 12012U);
  EXPECT_EQ(perft_of("antichess", 4), 153299U);
  EXPECT_EQ(perft_of("breakthrough", 3), 11132U);
  EXPECT_EQ(perft_of("atomic", 4), 197326U);
  EXPECT_EQ(perft_of("crazyhouse", 4), 197281U);
  EXPECT_EQ(perft_of("racingkings", 3), 11264U);
  EXPECT_EQ(perft_of("shatranj", 4), 68122U);
  EXPECT_EQ(perft_of("minishogi", 4), 35401U);
  EXPECT_EQ(perft_of("shogi", 3), 25470U);
  EXPECT_EQ(perft_of("dobutsu", 6), 71677U);
  EXPECT_EQ(perft_of("horde", 3), 1274U);
}

// The "Kiwipete" position of the Chess Programming Wiki, with castling, pins and promotions.
TEST(VariantMoves, PerftOfKiwipete) {
  const Rules rules(find_variant("chess"));
  const Position position = parse_fen(
      "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", rules.variant());
  EXPECT_EQ(perft(rules, position, 1), 48U);
  EXPECT_EQ(perft(rules, position, 2), 2039U);
  EXPECT_EQ(perft(rules, position, 3), 97862U);
}

TEST(VariantMoves, EnPassantThatExposesTheKingIsIllegal) {
  const Rules rules(find_variant("chess"));
  const Position position = parse_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", rules.variant());
  EXPECT_EQ(perft(rules, position, 4), 43238U);
}

Status status_in(std::string_view variant, std::string_view fen) {
  const Rules rules(find_variant(variant));
  std::vector<Move> scratch;
  return rules.status(parse_fen(fen, rules.variant()), scratch);
}

TEST(VariantMoves, TheStatusSaysHowTheGameEnds) {
  using Kind = Status::Kind;
  EXPECT_EQ(status_in("chess", "7k/6Q1/6K1/8/8/8/8/8 b"), (Status{Kind::ended, Outcome::loss}));
  EXPECT_EQ(status_in("chess", "7k/8/6Q1/8/8/8/8/K7 b"), (Status{Kind::ended, Outcome::draw}));
  EXPECT_EQ(status_in("xiangqi", "3k5/9/9/9/9/9/9/9/4R4/3K5 b").kind, Kind::impossible);
  EXPECT_EQ(status_in("xiangqi", "3k5/4R4/9/9/9/9/9/9/9/4K4 b"),
            (Status{Kind::ended, Outcome::loss}));
  EXPECT_EQ(status_in("chess", "7k/8/8/8/8/8/8/K7 w").kind, Kind::goes_on);
}

TEST(VariantMoves, VariantsEndInOtherWays) {
  using Kind = Status::Kind;
  EXPECT_EQ(status_in("kingofthehill", "7k/8/8/8/3K4/8/8/8 b"),
            (Status{Kind::ended, Outcome::loss}));
  EXPECT_EQ(status_in("antichess", "8/8/8/8/8/8/8/N7 b"), (Status{Kind::ended, Outcome::win}));
  EXPECT_EQ(status_in("antichess", "8/8/8/8/8/p7/P7/8 w"), (Status{Kind::ended, Outcome::win}));
  EXPECT_EQ(status_in("breakthrough", "3P4/8/8/8/8/8/p7/8 b").kind, Kind::ended);
  // (The side to move has won before.)
  EXPECT_EQ(status_in("breakthrough", "3P4/8/8/8/8/8/8/p7 b").kind, Kind::impossible);
}

// (Taking is mandatory, and no check is given.)
TEST(VariantMoves, SomeMovesAreNotAllowed) {
  const auto moves_in = [](std::string_view ini, std::string_view fen) {
    const Rules rules(VariantFile("[x:chess]\n" + std::string(ini) + "\n", "x.ini").variant("x"));
    std::vector<Move> moves;
    rules.legal_moves(parse_fen(fen, rules.variant()), moves);
    return moves.size();
  };
  EXPECT_EQ(moves_in("castling = false", "7k/8/8/8/8/8/1r6/K1R5 w"), 14U);
  EXPECT_EQ(moves_in("mustCapture = true", "7k/8/8/8/8/8/1r6/K1R5 w"), 1U);
  EXPECT_EQ(moves_in("checking = false", "7k/8/8/8/8/8/1r6/K1R5 w"), 12U);
}

TEST(VariantMoves, ImpossiblePositions) {
  for (const std::string_view fen :
       {"7k/7Q/8/8/8/8/8/K7 w", "7k/8/8/8/8/8/8/8 w", "7k/8/8/8/8/8/8/K5KK w",
        "7k/8/8/8/8/8/8/KP6 w", "P6k/8/8/8/8/8/8/K7 w", "8/8/8/8/8/8/8/Kk6 w"})
    EXPECT_EQ(status_in("chess", fen).kind, Status::Kind::impossible) << fen;
}

TEST(VariantMoves, MenStandWhereTheyCanCome) {
  const auto squares = [](std::string_view variant, std::string_view kind) {
    const Rules rules(find_variant(variant));
    int number = 0;
    for (Square s = 0; s < rules.board().size(); ++s)
      number += rules.may_stand(rules.variant().kind_named(kind), Colour::white, s) ? 1 : 0;
    return number;
  };
  EXPECT_EQ(squares("chess", "pawn"), 48);
  EXPECT_EQ(squares("chess", "bishop"), 64);
  EXPECT_EQ(squares("xiangqi", "fers"), 5);
  EXPECT_EQ(squares("xiangqi", "elephant"), 7);
  EXPECT_EQ(squares("xiangqi", "king"), 9);
  EXPECT_EQ(squares("xiangqi", "soldier"), 55);
}

}  // namespace
}  // namespace zermelo::variant
