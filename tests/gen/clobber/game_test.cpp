// SPDX-License-Identifier: MIT
// Clobber against plainly written rules (tests/reference/plain_games.h) and what is known about it.
// Its tables are checked with those of the other games, in tests/probe/grid_agreement_test.cpp.
#include "gen/clobber/game.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "gen/error.h"
#include "gen/grid/position.h"
#include "tests/reference/plain_games.h"
#include "tests/support/error_text.h"

namespace zermelo::clobber {
namespace {

const Parameters boards[] = {{2, 1}, {3, 1}, {8, 1}, {2, 2}, {2, 5},
                             {5, 2}, {3, 3}, {3, 4}, {4, 3}};

// The same moves, with the same ends, in every position that play can lead to.
TEST(Clobber, HasTheMovesOfThePlainRules) {
  for (const Parameters& board : boards) {
    const Clobber game(board);
    const auto plain = test::plain_clobber(board.columns, board.rows);
    EXPECT_EQ(format_position(game.start(), game.grid()), plain->text_of(plain->start()));
    for (const auto& [state, plies] : plain->values()) {
      std::map<std::string, bool> expected, found;  // whether the move wins
      for (const auto& move : plain->moves(state))
        expected[plain->text_of(move.next)] = move.end == test::PlainGame::End::won;
      const GridPosition p = parse_position(plain->text_of(state), game.grid());
      game.for_each_successor(p, [&](const GridPosition& next, Ending ending) {
        found[format_position(next, game.grid())] = ending == Ending::won;
        EXPECT_EQ(game.layer(next), game.layer(p) + 1);
      });
      ASSERT_EQ(found, expected) << plain->text_of(state);
      ASSERT_NO_THROW(require_to_move(game.status(p))) << plain->text_of(state);
      ASSERT_EQ(game.codes().decode(game.codes().encode(p)), p);
    }
  }
}

// Albert, Grossman, Nowakowski and Wolfe, An Introduction to Clobber (2005): on a row of 2n squares
// the first player wins, except for n = 3; conjectured for all n, and checked by them for all n
// tested here.
TEST(Clobber, InARowOfPairsIsWonByTheFirstPlayerButForThree) {
  for (int pairs = 1; pairs <= 8; ++pairs) {
    const auto plain = test::plain_clobber(2 * pairs, 1);
    EXPECT_EQ(plain->values().at(plain->start()) > 0, pairs != 3) << pairs;
  }
}

TEST(Clobber, CodesAreDifferentAndWithoutTheSideToMove) {
  const Clobber game({3, 2});
  EXPECT_EQ(game.codes().size(), 728u) << "3^6 colourings, one of them without pieces";
  std::set<GridPosition> positions;
  for (std::uint64_t code = 0; code < game.codes().size(); ++code) {
    const GridPosition p = game.codes().decode(code);
    EXPECT_EQ(game.codes().encode(p), code);
    positions.insert(p);
  }
  EXPECT_EQ(positions.size(), game.codes().size());
}

TEST(Clobber, CountsByTheSymmetriesThatKeepTheColours) {
  EXPECT_EQ(Clobber({3, 3}).start_symmetries().size(), 8u);
  EXPECT_EQ(Clobber({4, 4}).start_symmetries().size(), 4u);
  EXPECT_EQ(Clobber({4, 3}).start_symmetries().size(), 2u);
  EXPECT_EQ(Clobber({4, 3}).symmetries().size(), 4u);
  EXPECT_EQ(Clobber({2, 1}).start_symmetries().size(), 1u);
}

std::string complaint(const Clobber& game, const char* text) {
  return test::error_text<IllegalPosition>(
      [&] { require_to_move(game.status(parse_position(text, game.grid()))); });
}

TEST(Clobber, SaysWhatIsNoPosition) {
  const Clobber game({3, 2});
  EXPECT_EQ(complaint(game, "3/3 b"), "There are no pieces on the board.");
  EXPECT_EQ(game.status(parse_position("3/3 b", game.grid())).kind,
            PositionStatus::Kind::impossible);
  EXPECT_EQ(complaint(game, "wbw/bwb w"),
            "With 6 pieces on the board, 3 must be black and 3 white, and it is Black's move.");
  EXPECT_EQ(complaint(game, "wbw/b1w w"),
            "With 5 pieces on the board, 3 must be black and 2 white, and it is White's move.");
  const auto over = [&](const char* text) {
    return test::error_text<GameOver>(
        [&] { require_to_move(game.status(parse_position(text, game.grid()))); });
  };
  EXPECT_EQ(over("b1w/b1w b"), "Black cannot move and has lost.");
  EXPECT_EQ(over("b1w/b2 w"), "White cannot move and has lost.");
}

}  // namespace
}  // namespace zermelo::clobber
