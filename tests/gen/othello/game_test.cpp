// SPDX-License-Identifier: MIT
#include "gen/othello/game.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "gen/error.h"
#include "tests/reference/plain_games.h"
#include "tests/support/grid_game.h"

namespace zermelo::othello {
namespace {

TEST(Othello, IsThePlainGame) {
  test::expect_lawful(Othello({.rows = 3, .cols = 4, .start_file = 1, .start_rank = 0}),
                      *test::plain_othello(3, 4, 2, 1));
  test::expect_lawful(Othello({.rows = 4, .cols = 3, .start_file = 0, .start_rank = 1}),
                      *test::plain_othello(4, 3, 1, 2));
}

// A symmetry of the rules need not preserve the start: half of those of a square do not.
TEST(Othello, KnowsTheSymmetriesOfItsStart) {
  const Othello game({.rows = 4, .cols = 4, .start_file = 1, .start_rank = 1});
  EXPECT_EQ(game.symmetries().size(), 8u);
  std::size_t keep = 0;
  for (const GridSymmetry& g : game.symmetries())
    keep += test::mapped(g, game.start()) == game.start();
  EXPECT_EQ(keep, game.start_symmetries().size());
  EXPECT_EQ(keep, 4u);
  for (const GridSymmetry& g : game.start_symmetries())
    EXPECT_EQ(test::mapped(g, game.start()), game.start());
}

TEST(Othello, CountsDiscsForTheSideThatHasMoved) {
  const Othello game({.rows = 4, .cols = 4, .start_file = 1, .start_rank = 1});
  EXPECT_EQ(game.score(parse_position("bbbb/bbbb/4/www1 w", game.grid())), 5);
  EXPECT_EQ(game.score(parse_position("bbbb/bbbb/4/www1 b", game.grid())), -5);
}

// As expect_lawful, but only in the positions of some whole games at random.
void expect_lawful_games(const Othello& game, const test::PlainGame& plain, int games) {
  std::mt19937 random(7);
  const Grid grid = game.grid();
  for (int i = 0; i < games; ++i) {
    test::PlainGame::Move made{plain.start(), test::PlainGame::End::none};
    while (made.end == test::PlainGame::End::none) {
      const GridPosition p = parse_position(plain.text_of(made.next), grid);
      const std::vector<test::PlainGame::Move> plain_moves = plain.moves(made.next);
      test::GridMoves expected;
      for (const auto& [next, end] : plain_moves)
        expected.emplace(parse_position(plain.text_of(next), grid), static_cast<Ending>(end));
      const test::GridMoves moves = test::moves_of(game, p);
      ASSERT_EQ(moves, expected) << plain.text_of(made.next);
      ASSERT_NO_FATAL_FAILURE(test::expect_symmetric(game, p, moves));
      ASSERT_NO_FATAL_FAILURE(test::expect_layered(game, p, moves));
      ASSERT_NO_FATAL_FAILURE(test::expect_told_apart(game, p, moves));
      made = plain_moves[random() % plain_moves.size()];
    }
  }
}

// Boards that are too large for tables, up to the largest and the narrowest ones.
TEST(Othello, IsThePlainGameOnLargeBoards) {
  for (const Grid grid : {Grid{8, 8}, {5, 8}, {4, 16}, {16, 4}, {2, 32}, {32, 2}, {7, 9}}) {
    SCOPED_TRACE(testing::Message() << grid.columns << " by " << grid.rows);
    const int file = grid.columns / 2, rank = grid.rows / 2;  // from 1
    const Othello game({grid.rows, grid.columns, file - 1, rank - 1});
    EXPECT_FALSE(game.has_codes());
    EXPECT_THROW(game.codes(), UsageError);
    expect_lawful_games(game, *test::plain_othello(grid.rows, grid.columns, file, rank), 20);
  }
  EXPECT_TRUE(Othello({.rows = 3, .cols = 13}).has_codes());
}

// What a disc on `square` turns, square by square.
Squares turned_one_by_one(Grid grid, Squares own, Squares other, int square) {
  Squares result = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      Squares run = 0;
      int file = grid.file_of(square) + dx, rank = grid.rank_of(square) + dy;
      const auto is_in = [&](Squares set) {
        return grid.contains(file, rank) && (set & bit_of(grid.square(file, rank))) != 0;
      };
      for (; is_in(other); file += dx, rank += dy) run |= bit_of(grid.square(file, rank));
      if (is_in(own)) result |= run;
    }
  }
  return result;
}

// Also where play cannot lead: discs on all edges and in all corners, lines that are full.
TEST(Othello, TurnsWhatIsEnclosedWhereverDiscsAre) {
  std::mt19937_64 random(11);
  for (const Grid grid : {Grid{2, 2}, {5, 4}, {4, 5}, {8, 8}, {3, 13}, {13, 3}, {2, 32}, {32, 2}}) {
    SCOPED_TRACE(testing::Message() << grid.columns << " by " << grid.rows);
    const Othello game({grid.rows, grid.columns, grid.columns / 2 - 1, grid.rows / 2 - 1});
    for (int i = 0; i < 500; ++i) {
      const Squares own = random() & random() & grid.all();
      const Squares other = (i % 2 == 0 ? random() : random() | random()) & grid.all() & ~own;
      Squares movable = 0;
      for_each_square(grid.all() & ~(own | other), [&](int square) {
        const Squares expected = turned_one_by_one(grid, own, other, square);
        ASSERT_EQ(game.flips(own, other, square), expected);
        if (expected != 0) movable |= bit_of(square);
      });
      ASSERT_EQ(game.moves(own, other), movable);
    }
  }
}

TEST(Othello, HasBoardsOfUpTo64Squares) {
  EXPECT_EQ(parse_parameters({{"rows", "8"}, {"columns", "8"}}),
            (Parameters{.rows = 8, .cols = 8, .start_file = 3, .start_rank = 3}));
  EXPECT_EQ(parse_parameters({{"rows", "32"}}).cols, 2);
  EXPECT_THROW(parse_parameters({{"rows", "8"}, {"columns", "9"}}), UsageError);
  EXPECT_THROW(parse_parameters({{"rows", "33"}}), UsageError);
}

}  // namespace
}  // namespace zermelo::othello
