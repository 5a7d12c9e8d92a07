// SPDX-License-Identifier: MIT
// The rules of chess, as data, against the numbers that every chess program must find (perft).
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gen/bddl/piece_game.h"
#include "gen/bddl/version2_parser.h"
#include "gen/error.h"
#include "gen/sorted.h"
#include "tests/support/version2_games.h"

namespace zermelo::bddl {
namespace {

// In how many ways play can go on for so many plies.
std::uint64_t perft(const PieceRules& rules, const PiecePosition& p, int plies) {
  std::vector<PiecePosition> results;
  rules.for_each_result(p, [&](const PiecePosition& next) {
    results.push_back(next);
    return true;
  });
  sort_unique(results);
  if (plies == 1) return results.size();
  std::uint64_t ways = 0;
  for (const PiecePosition& next : results) ways += perft(rules, next, plies - 1);
  return ways;
}

class Chess : public testing::Test {
 protected:
  std::uint64_t ways(const std::string& position, int plies) const {
    return perft(rules_, parse_position(position, rules_.pieces()), plies);
  }

  GroundGame game_ = ground(parse_version_2(test::chess, "chess.bddl"));
  PieceRules rules_{std::make_shared<const GroundGame>(game_)};
};

// 3,668 moves of pieces on an empty board for each side, and 228 of pawns.
TEST_F(Chess, HasTheMovesOfAnEmptyBoard) {
  for (const bool white : {false, true}) EXPECT_GE(game_.side(white).actions.size(), 3896u);
  EXPECT_LE(game_.side(false).actions.size() + game_.side(true).actions.size(), 26'604u);
}

TEST_F(Chess, PlaysFromItsStartAsOftenAsEveryChessProgram) {
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";
  EXPECT_EQ(format_position(*rules_.start(), rules_.pieces()), start);
  EXPECT_EQ(ways(start, 1), 20u);
  EXPECT_EQ(ways(start, 2), 400u);
  EXPECT_EQ(ways(start, 3), 8'902u);
  EXPECT_EQ(ways(start, 4), 197'281u);
}

TEST_F(Chess, Promotes) {
  const std::string position = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b";
  EXPECT_EQ(ways(position, 1), 24u);
  EXPECT_EQ(ways(position, 2), 496u);
  EXPECT_EQ(ways(position, 3), 9'483u);
  EXPECT_EQ(ways(position, 4), 182'838u);
}

// Of its positions nobody makes a table; everything else works.
TEST_F(Chess, NeedsNoCodes) {
  const PieceGame game(game_);
  EXPECT_FALSE(game.has_codes());
  EXPECT_THROW(game.codes(), UsageError);
  EXPECT_TRUE(game.status(game.start()).goes_on());
  const PiecePosition turned =
      parse_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b", game.pieces());
  EXPECT_EQ(game.canonical(game.start()), game.canonical(turned));
  const PiecePosition mated =
      parse_position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w", game.pieces());
  EXPECT_EQ(game.ending_of(mated), Ending::won);
}

}  // namespace
}  // namespace zermelo::bddl
