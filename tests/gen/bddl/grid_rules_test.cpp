// SPDX-License-Identifier: MIT
// Compiled rules against the ground actions that they are made from, and what is refused: short
// texts that stand for more than any memory holds, and numbers that do not fit any board.
#include "gen/bddl/grid_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gen/bddl/game.h"
#include "gen/bddl/spec.h"
#include "gen/bddl/version1_parser.h"
#include "gen/error.h"
#include "tests/reference/plain_rules.h"
#include "tests/support/bddl_games.h"
#include "tests/support/error_text.h"

namespace zermelo::bddl {
namespace {

std::string action(const std::string& precondition, const std::string& effect) {
  return ":action a\n:parameters (?x,?y)\n:precondition (" + precondition + ")\n:effect (" +
         effect + ")\n";
}

GridRules rules(const std::string& actions, const std::string& goal = "") {
  const std::string domain = "#blackactions\n" + actions + "#whiteactions\n";
  const std::string problem =
      "#boardsize\n6 6\n#init\n" + (goal.empty() ? "" : "#blackgoals\n" + goal + "\n");
  return GridRules(ground(parse_version_1(domain, "d.bddl", problem, "p.bddl")));
}

// "NOT(black(1,1)) NOT(black(1,2)) ..." for the board's first squares, or the same without NOT.
std::string squares(int number, bool negated) {
  std::string text;
  for (int n = 0; n < number; ++n) {
    const std::string square =
        "black(" + std::to_string(n % 6 + 1) + "," + std::to_string(n / 6 + 1) + ")";
    text += negated ? "NOT(" + square + ") " : square + " ";
  }
  return text;
}

TEST(GridRules, AnEffectWithNotStandsForAllThatItAllows) {
  EXPECT_EQ(rules(action("open(1,1)", squares(3, true))).actions(false).size(), 8u);
  EXPECT_EQ(rules(action("open(1,1)", squares(12, true))).actions(false).size(), 4096u);
}

TEST(GridRules, TooManyChoicesInEffectsAreRefused) {
  const std::string sentence =
      "the actions of a side stand for more than 4096 moves: every NOT in an effect doubles them.";
  EXPECT_EQ(test::error_text<SyntaxError>([&] { rules(action("open(1,1)", squares(36, true))); }),
            "d.bddl:2:1: " + sentence);
  std::string actions;
  for (int n = 0; n < 5; ++n) actions += action("open(1,1)", squares(10, true));
  EXPECT_EQ(test::error_text<SyntaxError>([&] { rules(actions); }), "d.bddl:18:1: " + sentence);
}

// A move back may lead to any of 3^k positions if k squares change whatever was on them.
TEST(GridRules, TooManyWaysBackAreRefused) {
  EXPECT_NO_THROW(BddlGame(rules(action("open(6,6)", squares(10, false)))));
  EXPECT_EQ(test::error_text<UsageError>(
                [&] { BddlGame(rules(action("open(6,6)", squares(30, false)))); }),
            "The action 'a' changes so many squares, whatever is on them, that the ways back from "
            "where it leads cannot be listed.");
}

TEST(GridRules, LargeNumbersInCoordinatesAreOffTheBoard) {
  for (const std::string far : {"+2147483647", "-2147483647"}) {
    EXPECT_TRUE(rules(action("open(?x,?y) NOT(black(?x" + far + ",?y))", "black(?x,?y)"))
                    .actions(false)
                    .empty())
        << far;
  }
  EXPECT_EQ(test::error_text<SyntaxError>(
                [&] { rules(action("open(xmin+2147483647,?y)", "black(?x,?y)")); }),
            "d.bddl:4:16: x = 2147483648 is not on the board, where it is 1 to 6.");
  EXPECT_EQ(test::error_text<SyntaxError>(
                [&] { rules(action("open(xmax-2147483648,?y)", "black(?x,?y)")); }),
            "d.bddl:4:16: x = -2147483642 is not on the board, where it is 1 to 6.");
}

// --- The same moves as ground actions -----------------------------------------------------------

PlainPosition plain(const GridPosition& p, Grid grid) {
  PlainPosition result;
  result.white_to_move = p.white_to_move;
  for (int square = 0; square < grid.squares(); ++square) {
    const bool black = (p.black & bit_of(square)) != 0, white = (p.white & bit_of(square)) != 0;
    if (black || white)
      result.squares[static_cast<std::size_t>(square)] = zermelo::content_of(0, white);
  }
  return result;
}

std::set<GridPosition> results(const BddlGame& game, const GridPosition& p) {
  std::set<GridPosition> all;
  game.for_each_result(p, [&](const GridPosition& next) { all.insert(next); });
  return all;
}

// The moves from the first positions of play, and the ways back to each.
void expect_moves_of_ground_actions(const GroundGame& ground, const BddlGame& game) {
  std::set<GridPosition> seen = {game.start()};
  std::vector<GridPosition> queue = {game.start()};
  for (std::size_t n = 0; n < queue.size() && n < 60; ++n) {
    const GridPosition p = queue[n];
    const std::set<GridPosition> found = results(game, p);
    std::set<PlainPosition> as_plain;
    for (const GridPosition& next : found) as_plain.insert(plain(next, game.grid()));
    const std::vector<PlainPosition> expected = successors(ground, plain(p, game.grid()));
    ASSERT_TRUE(std::ranges::equal(as_plain, expected)) << format_position(p, game.grid());
    for (const GridPosition& next : found) {
      bool comes_back = false;
      game.for_each_predecessor(next, [&](const GridPosition& before) {
        comes_back = comes_back || before == p;
        ASSERT_TRUE(results(game, before).contains(next)) << format_position(next, game.grid());
      });
      EXPECT_TRUE(comes_back) << format_position(next, game.grid());
      const std::optional<tree::Result> result =
          result_after_turn(ground, plain(next, game.grid()));
      const Ending ending = game.ending_of(next);
      EXPECT_EQ(ending == Ending::won, result == tree::Result::win);
      EXPECT_EQ(ending == Ending::drawn, result == tree::Result::draw);
      if (ending == Ending::none && seen.insert(next).second) queue.push_back(next);
    }
  }
}

TEST(GridRules, MoveAsTheirGroundActions) {
  for (const auto& problem : test::problems_in(test::shipped_games)) {
    SCOPED_TRACE(problem);
    const GroundGame game = ground(tree_of(test::bddl_spec(problem)));
    expect_moves_of_ground_actions(game, BddlGame(GridRules(game)));
  }
}

// Three actions of which two differ by a shift, and a fourth that repeats one of them.
TEST(GridRules, ActionsThatDifferByAShiftAreOne) {
  const std::string put = action("open(?x,ymax)", "black(?x,ymax)"),
                    top = action("open(2,1)", "black(2,1)"),
                    left = action("open(?x,?y) open(?x+1,?y)", "black(?x,?y)");
  EXPECT_EQ(rules(put).actions(false).size(), 1u);
  EXPECT_EQ(rules(put + top + put).actions(false).size(), 1u);
  EXPECT_EQ(rules(put + left).actions(false).size(), 2u);
  EXPECT_EQ(rules(put + top).actions(false)[0].places(), bit_of(31) | Squares{63});
}

}  // namespace
}  // namespace zermelo::bddl
