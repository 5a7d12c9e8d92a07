// SPDX-License-Identifier: MIT
// What a compiled model refuses: short texts that stand for more than any memory holds, and numbers
// that do not fit any board.
#include "gen/bddl/model.h"

#include <gtest/gtest.h>

#include <string>

#include "gen/bddl/game.h"
#include "gen/bddl/parser.h"
#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo::bddl {
namespace {

std::string action(const std::string& precondition, const std::string& effect) {
  return ":action a\n:parameters (?x,?y)\n:precondition (" + precondition + ")\n:effect (" +
         effect + ")\n";
}

Model model(const std::string& actions, const std::string& goal = "") {
  const std::string domain = "#blackactions\n" + actions + "#whiteactions\n";
  const std::string problem =
      "#boardsize\n6 6\n#init\n" + (goal.empty() ? "" : "#blackgoals\n" + goal + "\n");
  return Model(parse_domain(domain, "d.bddl"), parse_problem(problem, "p.bddl"), {});
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

TEST(BddlModel, AnEffectWithNotStandsForAllThatItAllows) {
  EXPECT_EQ(model(action("open(1,1)", squares(3, true))).rules(false).size(), 8u);
  EXPECT_EQ(model(action("open(1,1)", squares(12, true))).rules(false).size(), 4096u);
}

TEST(BddlModel, TooManyChoicesInEffectsAreRefused) {
  const std::string sentence =
      "the actions of a side stand for more than 4096 moves: every NOT in an effect doubles them.";
  EXPECT_EQ(test::error_text<SyntaxError>([&] { model(action("open(1,1)", squares(36, true))); }),
            "d.bddl:2:1: " + sentence);
  std::string actions;
  for (int n = 0; n < 5; ++n) actions += action("open(1,1)", squares(10, true));
  EXPECT_EQ(test::error_text<SyntaxError>([&] { model(actions); }), "d.bddl:18:1: " + sentence);
}

// A move back may lead to any of 3^k positions if k squares change whatever was on them.
TEST(BddlModel, TooManyWaysBackAreRefused) {
  EXPECT_NO_THROW(BddlGame(model(action("open(6,6)", squares(10, false)))));
  EXPECT_EQ(test::error_text<UsageError>(
                [&] { BddlGame(model(action("open(6,6)", squares(30, false)))); }),
            "The action 'a' changes so many squares, whatever is on them, that the ways back from "
            "where it leads cannot be listed.");
}

TEST(BddlModel, LargeNumbersInCoordinatesAreOffTheBoard) {
  for (const std::string far : {"+2147483647", "-2147483647"}) {
    EXPECT_TRUE(model(action("open(?x,?y) NOT(black(?x" + far + ",?y))", "black(?x,?y)"))
                    .rules(false)
                    .empty())
        << far;
  }
  EXPECT_EQ(test::error_text<SyntaxError>(
                [&] { model(action("open(xmin+2147483647,?y)", "black(?x,?y)")); }),
            "d.bddl:4:16: x = 2147483648 is not on the board, where it is 1 to 6.");
  EXPECT_EQ(test::error_text<SyntaxError>(
                [&] { model(action("open(xmax-2147483648,?y)", "black(?x,?y)")); }),
            "d.bddl:4:16: x = -2147483642 is not on the board, where it is 1 to 6.");
}

}  // namespace
}  // namespace zermelo::bddl
