// SPDX-License-Identifier: MIT
// The counts of Table 7.3 of S. van Dijk's thesis "Solving Othello using BDDs", without diagrams.
#include "tests/reference/othello_ended_games.h"

#include <gtest/gtest.h>

#include <utility>

namespace zermelo::test {
namespace {

TEST(OthelloEndedGames, SquareBySquareAsOneByOne) {
  for (const auto& [rows, cols] :
       {std::pair{1, 1}, {1, 7}, {2, 2}, {2, 5}, {5, 2}, {3, 3}, {3, 4}, {4, 3}, {4, 4}}) {
    EXPECT_EQ(ended_othello_boards(rows, cols), ended_othello_boards_one_by_one(rows, cols))
        << rows << "x" << cols;
  }
}

TEST(OthelloEndedGames, Table73) {
  EXPECT_EQ(ended_games_won_by_white(ended_othello_boards(4, 4)), 901'134u);
  EXPECT_EQ(ended_games_won_by_white(ended_othello_boards(4, 5)), 15'172'224u);
  EXPECT_EQ(ended_games_won_by_white(ended_othello_boards(5, 6)), 15'563'632'560u);
}

// The thesis has 4.6418e8: without full boards of 13 white and 12 black discs.
TEST(OthelloEndedGames, Table73OfFiveByFive) {
  const BoardsByLead boards = ended_othello_boards(5, 5);
  EXPECT_EQ(ended_games_won_by_white(boards), 474'580'992u);
  // 25! / (12! 13!). Boards that are not full also have leads of 1.
  constexpr std::uint64_t left_out = 5'200'300;
  EXPECT_GT(boards.at(1), left_out);
  EXPECT_EQ(ended_games_won_by_white(boards) - 2 * left_out, 464'180'392u);
}

}  // namespace
}  // namespace zermelo::test
