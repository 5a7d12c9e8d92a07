// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#include "othello_thesis/thesis_moves.h"

namespace zermelo::symbolic {
namespace {

TEST(ThesisStates, TheTurnIsAVariableOrTheSideOfASet) {
  const BddManager manager(3);
  for (const int turn : {0, 1, 2}) {
    const int board = 2 * ((turn + 1) % 3);
    const States states = {Bdd::literal(board), Bdd::literal(board, false)};
    const Bdd together = with_turn(states, turn);
    EXPECT_TRUE((together & turn_is(white, turn)) == (states[white] & turn_is(white, turn)));
    EXPECT_TRUE(without_turn(together, turn) == states);
    EXPECT_TRUE((states | States{}) == states);
    EXPECT_TRUE((states & States{}) == States{});
  }
}

TEST(ThesisStates, SizesCountAFunctionAndItsNegationAsOne) {
  const BddManager manager(2);
  const Bdd parity = Bdd::literal(0) ^ Bdd::literal(2);
  EXPECT_EQ(size_of(parity).nodes, 3u);
  EXPECT_EQ(size_of(parity).in_library, has_complement_edges() ? 3u : 5u);
  const std::vector<Bdd> both = {parity, !parity};
  EXPECT_EQ(size_of(both).nodes, 3u);
  EXPECT_EQ(size_of(both).in_library, has_complement_edges() ? 3u : 6u);
}

}  // namespace
}  // namespace zermelo::symbolic
