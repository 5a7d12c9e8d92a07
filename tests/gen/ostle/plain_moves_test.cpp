// SPDX-License-Identifier: MIT
#include "gen/ostle/plain_moves.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <tuple>

#include "gen/ostle/ostle.h"
#include "symmetry/bits.h"
#include "tests/support/ostle_positions.h"

namespace zermelo::ostle {
namespace {

using Game = Ostle<3, PortableBits>;
using P = Position<3>;
using G = SquareBoard<3>;

// Squares a1, b1, c1, a2, ...
P position(std::uint32_t own, std::uint32_t opponent, int hole) {
  return {G::from_plain(own), G::from_plain(opponent), hole};
}

TEST(PlainMovesTest, APieceThatPushesARowBesideTheEdge) {
  // a1 own, b1 the opponent's, c1 empty; the hole far away.
  const P p = position(0b001, 0b010, 8);
  const PlainMove<3> move = plain_push(p, 0, right);
  EXPECT_EQ(move.removal, Removal::none);
  EXPECT_EQ(move.position, position(0b100, 0b010, 8));
  EXPECT_EQ(move.exact_reply, (Move{2, left}));
}

TEST(PlainMovesTest, PiecesFall) {
  const P edge = position(0b001, 0b110, 8);
  EXPECT_EQ(plain_push(edge, 0, right).removal, Removal::opponent);
  EXPECT_EQ(plain_push(edge, 0, right).position, position(0b100, 0b010, 8));
  EXPECT_EQ(plain_push(edge, 0, right).exact_reply, Move{});
  EXPECT_EQ(plain_push(edge, 0, left).removal, Removal::own);
  const P hole = position(0b001, 0b010, 2);
  EXPECT_EQ(plain_push(hole, 0, right).removal, Removal::opponent);
}

TEST(PlainMovesTest, TheHoleMovesToEmptySquares) {
  int moves = 0;
  for_each_plain_move(position(0b001, 0b010, 4), [&](const PlainMove<3>& m) {
    if (m.move.from != 4) return;
    ++moves;
    EXPECT_NE(m.move.direction, down) << "the opponent's piece is there";
    EXPECT_EQ(m.exact_reply,
              (Move{static_cast<std::int8_t>(m.position.hole), opposite(m.move.direction)}));
  });
  EXPECT_EQ(moves, 3);
}

// The tables of lines say the same, in every position on 3x3 with two pieces a side.
TEST(PlainMovesTest, TheTablesOfLinesAgree) {
  const Game game({.size = 3, .start = 3, .lose = 1, .total = 6});
  int positions = 0;
  for (std::uint32_t own = 0; own < 512; ++own) {
    for (std::uint32_t other = 0; other < 512; ++other) {
      if ((own & other) != 0 || count_bits(own) > 3 || count_bits(other) > 3) continue;
      for (int hole = 0; hole < 9; ++hole) {
        if (((own | other) >> hole & 1) != 0) continue;
        ++positions;
        ASSERT_TRUE(game.moves_are_plain(position(own, other, hole)));
      }
    }
  }
  EXPECT_GT(positions, 10'000);
}

// And in random positions of larger boards.
template <int N>
void expect_tables_of_lines_agree() {
  const Ostle<N, PortableBits> game({.size = N, .start = 4, .lose = 0, .total = 8});
  std::mt19937_64 random(N);
  for (int i = 0; i < 20'000; ++i) {
    const auto p = test::random_position<N>(1 + i % 5, 1 + i / 5 % 5, random);
    ASSERT_TRUE(game.moves_are_plain(p));
  }
}

TEST(PlainMovesTest, TheTablesOfLinesAgreeOnLargerBoards) {
  expect_tables_of_lines_agree<5>();
  expect_tables_of_lines_agree<6>();
}

}  // namespace
}  // namespace zermelo::ostle
