// SPDX-License-Identifier: MIT
#include "gen/variant/endgame_rules.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"

namespace zermelo::endgames {
namespace {

// "Ke1 kd5": White's men in upper case.
Men men_at(const Rules& rules, const std::string& text) {
  Men men;
  for (std::size_t i = 0; i + 2 < text.size(); i += 4) {
    const bool is_white = text[i] < 'a';
    const char letter = static_cast<char>(is_white ? text[i] : text[i] - 'a' + 'A');
    const auto kind = static_cast<int>(std::string("KQRBNP").find(letter));
    men.add(man_of(kind, is_white ? 0 : 1),
            (text[i + 2] - '1') * rules.width() + text[i + 1] - 'a');
  }
  return men;
}

int count_moves(const Rules& rules, const Men& men, int side, int depth) {
  int count = 0;
  rules.for_each_move(men, side, [&](const Move&, const Men& after) {
    count += depth == 1 ? 1 : count_moves(rules, after, other(side), depth - 1);
    return true;
  });
  return count;
}

TEST(VariantEndgameRules, ListsLegalMoves) {
  const Rules chess = chess_rules();
  EXPECT_EQ(count_moves(chess, men_at(chess, "Ke1 Qd1 ke8"), first_side, 1), 4 + 17);
  EXPECT_EQ(count_moves(chess, men_at(chess, "Ka1 Pg7 kh7"), first_side, 1), 3 + 4);
  EXPECT_EQ(count_moves(chess, men_at(chess, "Ka1 Pa2 ka8"), first_side, 1), 2 + 2);
  EXPECT_EQ(count_moves(chess, men_at(chess, "Ka1 kc2 qb3"), first_side, 1), 0);
  EXPECT_EQ(count_moves(chess, men_at(chess, "Ke1 Re2 ke8 re7"), first_side, 1), 4 + 5);  // pinned
}

TEST(VariantEndgameRules, TakesEnPassantOnlyIfTheKingIsSafe) {
  const Rules chess = chess_rules();
  const Square d6 = 43, d5 = 35;
  EXPECT_TRUE(chess.can_take_en_passant(men_at(chess, "Ka1 Pe5 pd5 kh8"), first_side, d6, d5));
  EXPECT_FALSE(chess.can_take_en_passant(men_at(chess, "Ka1 Pf5 pd5 kh8"), first_side, d6, d5));
  // Both pawns leave the rank.
  EXPECT_FALSE(chess.can_take_en_passant(men_at(chess, "Ka5 Pe5 pd5 rh5 kh8"), first_side, d6, d5));
}

TEST(VariantEndgameRules, TakesBackExactlyWhatQuietMovesDo) {
  const Rules chess = chess_rules();
  const Men men = men_at(chess, "Ke4 Qb2 Pc2 kg7 nh5");
  int moves = 0, found = 0;
  chess.for_each_move(men, first_side, [&](const Move& move, const Men& after) {
    if (!move.is_quiet(men)) return true;
    ++moves;
    chess.for_each_unmove(after, first_side, [&](const Way& way, const Men& before) {
      if (way.from == move.from && way.to == move.to && before.occupied == men.occupied) ++found;
    });
    return true;
  });
  EXPECT_GT(moves, 10);
  EXPECT_EQ(found, moves);
}

TEST(VariantEndgameRules, RefusesWhatIsNotOnTheBoard) {
  EXPECT_THROW(chess_rules(13, 8), UsageError);
  std::vector<Kind> kinds = chess_rules().kinds();
  kinds[0].ways[0].push_back({.from = 0, .to = 64});
  EXPECT_THROW(Rules(8, 8, std::move(kinds)), UsageError);
}

}  // namespace
}  // namespace zermelo::endgames
