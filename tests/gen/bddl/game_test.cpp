// SPDX-License-Identifier: MIT
#include "gen/bddl/game.h"

#include <gtest/gtest.h>

#include <bit>

#include "gen/bddl/version1_parser.h"
#include "gen/grid/position.h"

namespace zermelo::bddl {
namespace {

// A step may take a piece of either side. Undone, it may have taken a third piece, which no
// position has that play leads to: such a position has no code.
TEST(BddlUnmoves, LeadOnlyToPositionsThatHaveACode) {
  const BddlGame game(GridRules(ground(
      parse_version_1("#blackactions\n:action step\n:parameters (?x,?y)\n"
                      ":precondition (black(?x,?y))\n"
                      ":effect (open(?x,?y) black(?x+1,?y))\n#whiteactions\n",
                      "d.bddl", "#boardsize\n3 1\n#init\nwhite(1,1) black(2,1)\n", "p.bddl"))));
  int visited = 0;
  game.for_each_predecessor(parse_position("w1b w", game.grid()), [&](const GridPosition& before) {
    EXPECT_LE(std::popcount(before.occupied()), 2) << format_position(before, game.grid());
    EXPECT_EQ(game.codes().decode(game.codes().encode(before)), before);
    ++visited;
  });
  EXPECT_EQ(visited, 1);  // from "wb1 b"; not from "wbb b" and "wbw b"
}

}  // namespace
}  // namespace zermelo::bddl
