// SPDX-License-Identifier: MIT
// Positions as bytes and back, along random games.
#include "gen/variant/state_code.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/variant/fen.h"
#include "gen/variant/ini.h"

namespace zermelo::variant {
namespace {

Position without_counters(Position position) {
  position.quiet_plies = 0;
  position.move_number = 1;
  return position;
}

// Calls visit(position) for those of random games, in which the last one may be over.
template <class Visit>
void play_random_games(const Rules& rules, int games, const Visit& visit) {
  std::mt19937_64 random(7);
  std::vector<Move> moves;
  for (int game = 0; game < games; ++game) {
    Position position = parse_fen(rules.variant().start, rules.variant());
    rules.drop_idle_en_passant(position);
    for (int ply = 0; ply < 60; ++ply) {
      visit(position);
      rules.legal_moves(position, moves);
      if (moves.empty()) break;
      rules.apply(position, moves[random() % moves.size()]);
    }
  }
}

// Captures, promotions, hands, castling, en passant, passes, blasts, and boards of all sizes.
TEST(VariantStateCode, DecodesWhatItHasEncoded) {
  for (const char* const name :
       {"chess", "crazyhouse", "minishogi", "dobutsu", "xiangqi", "atomic", "antichess",
        "racingkings", "torpedo", "janggicasual", "placement", "fischerandom", "berolina"}) {
    SCOPED_TRACE(name);
    const Rules rules(find_variant(name));
    try {
      const StateCode code(rules);
      EXPECT_LE(code.size(), StateCode::most_bytes);
      play_random_games(rules, 20, [&](const Position& position) {
        StateCode::Bytes bytes;
        ASSERT_TRUE(code.encode(position, bytes)) << format_fen(position, rules.variant());
        EXPECT_EQ(code.decode(bytes), without_counters(position))
            << format_fen(position, rules.variant());
        EXPECT_EQ(code.to_move(bytes), position.to_move);
        for (std::size_t i = code.size(); i < bytes.size(); ++i) EXPECT_EQ(bytes[i], 0);
      });
    } catch (const UsageError&) {
      EXPECT_GE(rules.board().size(), 64);
    }
  }
}

// Images have as many moves and the same end, and are folded into one.
TEST(VariantStateCode, SymmetriesKeepTheRules) {
  const std::string file = ZERMELO_SOURCE "/examples/variants/small-games.ini:";
  const std::vector<std::pair<std::string, std::size_t>> symmetries{
      {file + "hexapawn", 2},  {file + "kono3x3", 8},     {file + "breakthrough3x5", 2},
      {file + "tictactoe", 8}, {file + "castling4x4", 1}, {"dobutsu", 2}};
  for (const auto& [name, number] : symmetries) {
    SCOPED_TRACE(name);
    const Rules rules(find_variant(name));
    const StateCode code(rules);
    EXPECT_EQ(code.symmetries(), number);
    std::vector<Move> moves;
    play_random_games(rules, 20, [&](const Position& position) {
      StateCode::Bytes bytes;
      ASSERT_TRUE(code.encode(position, bytes));
      const StateCode::Bytes image = code.canonical(bytes);
      EXPECT_LE(image, bytes);
      EXPECT_EQ(code.canonical(image), image);
      const Position mapped = code.decode(image);
      EXPECT_EQ(rules.ended(mapped), rules.ended(position));
      rules.legal_moves(position, moves);
      const std::size_t count = moves.size();
      rules.legal_moves(mapped, moves);
      EXPECT_EQ(moves.size(), count);
    });
  }
}

TEST(VariantStateCode, PositionsWithoutACodeAreRefused) {
  const Rules rules(find_variant("dobutsu"));
  const StateCode code(rules);
  StateCode::Bytes bytes;
  const auto encodes = [&](const std::string& fen) {
    return code.encode(parse_fen(fen, rules.variant()), bytes);
  };
  EXPECT_TRUE(encodes("gle/1c1/1C1/ELG[] w"));
  EXPECT_TRUE(encodes("gle/3/3/ELG[Cc] w"));
  EXPECT_FALSE(encodes("gle/1c1/1C1/ELG[CCC] w")) << "there are two of them";
  Position passed = parse_fen("gle/1c1/1C1/ELG[] w", rules.variant());
  passed.passes = 1;
  EXPECT_FALSE(code.encode(passed, bytes)) << "nobody may pass";
}

// (Tanaka's number of positions of Dobutsu Shogi that can be set up is 1,567,925,964, and those
// that differ by a reflection count once among them.)
TEST(VariantStateCode, EstimatesAreAboveTheTruth) {
  EXPECT_GT(most_positions(Rules(find_variant("dobutsu"))), 1.5e9);
  EXPECT_LT(most_positions(Rules(find_variant("dobutsu"))), 1e11);
  EXPECT_GT(most_positions(Rules(find_variant("chess"))), 1e40);
  EXPECT_GT(most_positions(Rules(find_variant("gardner"))), 1e14);
}

}  // namespace
}  // namespace zermelo::variant
