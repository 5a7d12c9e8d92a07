// SPDX-License-Identifier: MIT
#include "gen/bddl/warnings.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/bddl/version1_parser.h"
#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo::bddl {
namespace {

using Sentences = std::vector<std::string>;

// One action of Black's, and none of White's.
std::string domain_with(const std::string& precondition, const std::string& effect) {
  return "#blackactions\n:action go\n:parameters (?x,?y)\n:precondition (" + precondition +
         ")\n:effect (" + effect + ")\n#whiteactions\n";
}

Sentences warnings(const std::string& domain, const std::string& goals = "",
                   const std::string& size = "3 4") {
  return warnings_of(parse_version_1(
      domain, "d.bddl", "#boardsize\n" + size + "\n#init\n#blackgoals\n" + goals, "p.bddl"));
}

TEST(BddlWarnings, TellOfAChoiceThatNotLeaves) {
  EXPECT_EQ(
      warnings(domain_with("black(?x,?y)", "NOT(black(?x,?y)) black(?x,?y+1)")),
      Sentences{"d.bddl:5:10: NOT(black(?x,?y)) in an effect means that the square becomes open or "
                "white, as the mover chooses; to empty it, write open(?x,?y)."});
  EXPECT_EQ(
      warnings(domain_with("black(?x,?y)", "black(xmin,?y) NOT(open(?x,ymax-1))")),
      Sentences{"d.bddl:5:25: NOT(open(?x,ymax-1)) in an effect means that the square becomes "
                "black or white, as the mover chooses; to empty it, write open(?x,ymax-1)."});
}

TEST(BddlWarnings, ThereIsNoChoiceWhereTheEffectSaysTheRest) {
  EXPECT_EQ(warnings(domain_with("black(?x,?y)", "NOT(black(?x,?y)) open(?x,?y)")), Sentences());
  EXPECT_EQ(warnings(domain_with("black(?x,?y)", "NOT(black(?x,?y)) NOT(white(?x,?y))")),
            Sentences());
}

TEST(BddlWarnings, TellOfActionsThatCanNeverBePlayed) {
  const Sentences never = {
      "d.bddl:2:1: the action 'go' can never be played on this board, of 3 by 4 squares."};
  EXPECT_EQ(warnings(domain_with("open(?x,?y) open(?x,?y-9)", "black(?x,?y)")), never);
  EXPECT_EQ(warnings(domain_with("open(?x,?y)", "black(?x+3,?y)")), never);
  EXPECT_EQ(warnings(domain_with("open(?x,?y) black(?x,?y)", "black(?x,?y)")), never);
  EXPECT_EQ(warnings(domain_with("open(xmax-3,?y)", "black(?x,?y)")), never);
  EXPECT_EQ(warnings(domain_with("open(?x,?y) open(?x,?y-3)", "black(?x,?y)")), Sentences());
  EXPECT_EQ(warnings(domain_with("open(?x,?y) open(?x,?y-3)", "black(?x,?y)"), "", "3 3").size(),
            1u);
}

TEST(BddlWarnings, ManySuchActionsAreOneSentence) {
  const auto action = [](const std::string& name, const std::string& effect) {
    return ":action " + name + "\n:parameters (?x,?y)\n:precondition ()\n:effect (" + effect +
           ")\n";
  };
  const std::string far = action("far", "black(?x+9,?y)"), near = action("near", "black(?x,?y)");
  EXPECT_EQ(
      warnings("#blackactions\n" + far + near + "#whiteactions\n" + far),
      Sentences{"d.bddl:2:1: the action 'far' and 'far' (line 11) can never be played on this "
                "board, of 3 by 4 squares."});
  EXPECT_EQ(
      warnings("#blackactions\n" + far + far + near + "#whiteactions\n" + far),
      Sentences{"d.bddl:2:1: the action 'far' and 2 other actions can never be played on this "
                "board, of 3 by 4 squares."});
}

TEST(BddlWarnings, TellWhereAnEffectMeetsItself) {
  EXPECT_EQ(
      warnings(domain_with("black(?x,?y)", "open(?x,?y) black(xmax,?y)")),
      Sentences{
          "d.bddl:5:10: with ?x = 3 and ?y = 1 this effect says two things about one square, so "
          "there is no such move."});
  EXPECT_EQ(warnings(domain_with("black(?x,?y) open(xmax,?y)", "open(?x,?y) black(xmax,?y)")),
            Sentences())
      << "the precondition sees to it";
}

TEST(BddlWarnings, TellOfGoalsThatCanHoldNowhere) {
  const std::string domain = domain_with("open(?x,?y)", "black(?x,?y)");
  EXPECT_EQ(warnings(domain, "black(?x,?y) black(?x+2,?y)\n"), Sentences());
  EXPECT_EQ(warnings(domain, "black(?x,?y)\nblack(?x,?y) black(?x+3,?y)\n"),
            Sentences{"p.bddl:6:1: this goal can hold nowhere on the board, of 3 by 4 squares."});
  EXPECT_EQ(warnings(domain, "black(?x,?y) white(?x,?y)\n").size(), 1u);
}

TEST(BddlWarnings, WhatCannotBeIsAnError) {
  const auto error = [](const std::string& effect) {
    return test::error_text<SyntaxError>([&] { parse_domain(domain_with("", effect), "d.bddl"); });
  };
  const std::string sentence = "the effect already says that this square becomes something else.";
  EXPECT_EQ(error("black(?x,?y) white(?x,?y)"), "d.bddl:5:23: " + sentence);
  EXPECT_EQ(error("black(?x,?y) NOT(black(?x,?y))"), "d.bddl:5:23: " + sentence);
  EXPECT_EQ(error("black(xmin+1,?y) open(2,?y)"), "d.bddl:5:27: " + sentence);
  EXPECT_EQ(error("NOT(black(?x,?y)) NOT(white(?x,?y)) NOT(open(?x,?y))"),
            "d.bddl:5:46: " + sentence);
  EXPECT_NO_THROW(parse_domain(domain_with("", "black(?x,?y) black(?x,?y)"), "d.bddl"));
  EXPECT_NO_THROW(parse_domain(domain_with("", "black(?x,?y) open(?x+1,?y)"), "d.bddl"))
      << "another square";
}

}  // namespace
}  // namespace zermelo::bddl
