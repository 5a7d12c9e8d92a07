// SPDX-License-Identifier: MIT
// What the BDDL parser reads, and what it says about what it does not read.
#include "gen/bddl/parser.h"

#include <gtest/gtest.h>

#include <string>

#include "gen/bddl/model.h"
#include "gen/bddl/spec.h"
#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo::bddl {
namespace {

const std::string put =
    ":action put\n:parameters (?x,?y)\n:precondition (open(?x,?y))\n:effect (black(?x,?y))\n";
const std::string domain = "#blackactions\n" + put + "#whiteactions\n";
const std::string problem_head = "#boardsize\n3 2\n#init\n";

std::string domain_error(const std::string& text) {
  return test::error_text<SyntaxError>([&] { parse_domain(text, "d.bddl"); });
}
std::string problem_error(const std::string& text) {
  return test::error_text<SyntaxError>([&] { parse_problem(text, "p.bddl"); });
}

TEST(BddlParser, ReadsADomain) {
  const Domain d = parse_domain(domain, "d.bddl");
  ASSERT_EQ(d.black.size(), 1u);
  EXPECT_TRUE(d.white.empty());
  EXPECT_EQ(d.black[0].name, "put");
  EXPECT_EQ(d.black[0].place.line, 2);
  ASSERT_EQ(d.black[0].precondition.size(), 1u);
  EXPECT_EQ(d.black[0].precondition[0].colour, Colour::open);
  EXPECT_FALSE(d.black[0].precondition[0].negated);
  EXPECT_EQ(d.black[0].effect[0].colour, Colour::black);
}

TEST(BddlParser, ReadsCoordinates) {
  const Problem p = parse_problem(
      problem_head + "#blackgoals\nblack(?x+2,ymin) NOT(white(xmax-1,?y-1)) open(3,ymax)\n",
      "p.bddl");
  ASSERT_EQ(p.black_goals.size(), 1u);
  const Condition& goal = p.black_goals[0];
  ASSERT_EQ(goal.size(), 3u);
  using Base = Coordinate::Base;
  EXPECT_EQ(goal[0].x, (Coordinate{Base::anchor, 2}));
  EXPECT_EQ(goal[0].y, (Coordinate{Base::minimum, 0}));
  EXPECT_TRUE(goal[1].negated);
  EXPECT_EQ(goal[1].x, (Coordinate{Base::maximum, -1}));
  EXPECT_EQ(goal[1].y, (Coordinate{Base::anchor, -1}));
  EXPECT_EQ(goal[2].x, (Coordinate{Base::zero, 3}));
}

TEST(BddlParser, ReadsWhatPublishedFilesHave) {
  const Problem p = parse_problem(
      "% a comment\n\n#boardsize  \n4 3\n#init\n(black(1,2)white(2,1)) \n\n#depth\n5\n"
      "#blackgoal\nFalse\n#whitegoal\nwhite(?x,?y) white(?x,?y)\nblack(xmin,ymin)\n"
      "#blackturn\nsecond\n",
      "p.bddl");
  EXPECT_EQ(p.columns, 4);
  EXPECT_EQ(p.rows, 3);
  EXPECT_EQ(p.start.size(), 2u);
  EXPECT_EQ(p.depth, 5);
  EXPECT_TRUE(p.black_goals.empty());
  EXPECT_EQ(p.white_goals.size(), 2u);
  EXPECT_TRUE(p.white_first);
  const Domain d = parse_domain(
      "#blackactions\n%action 1\n:action one-more\n:parameters (?x, ?y)\n:precondition "
      "(open(?x,?y)\n"
      "  (NOT(open(?x,?y+1))))\n:effect (black(?x,?y))\n#whiteactions\n",
      "d.bddl");
  EXPECT_EQ(d.black[0].name, "one-more");
  EXPECT_EQ(d.black[0].precondition.size(), 2u);
}

// Two goals must not become one, whatever ends their lines.
TEST(BddlParser, ReadsFilesFromEverySystem) {
  const std::string text = problem_head + "#blackgoals\nblack(1,1)\nblack(2,1)\n";
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    std::string written = "\xef\xbb\xbf";
    for (const char c : text) written += c == '\n' ? end : std::string(1, c);
    const Problem p = parse_problem(written, "p.bddl");
    ASSERT_EQ(p.black_goals.size(), 2u);
    EXPECT_EQ(p.black_goals[1][0].place.line,
              parse_problem(text, "p").black_goals[1][0].place.line);
  }
}

TEST(BddlParser, ReadsWordsInCapitals) {
  const Problem p = parse_problem(
      "#BoardSize\n2 2\n#INIT\nWhite(1,1)\n#BlackGoals\nFALSE\n#WHITEGOALS\nnot(Open(Xmin,YMAX))\n"
      "#BlackTurn\nSecond\n",
      "p.bddl");
  EXPECT_EQ(p.start[0].colour, Colour::white);
  EXPECT_TRUE(p.black_goals.empty());
  EXPECT_TRUE(p.white_goals.at(0).at(0).negated);
  EXPECT_EQ(p.white_goals[0][0].y.base, Coordinate::Base::maximum);
  EXPECT_TRUE(p.white_first);
  const Domain d = parse_domain(
      "#BLACKACTIONS\n:Action Go\n:Parameters (?X,?Y)\n:PRECONDITION (OPEN(?x,?Y))\n:Effect "
      "(BLACK(?X,?y))\n#WhiteActions\n",
      "d.bddl");
  EXPECT_EQ(d.black.at(0).name, "Go") << "a name stays as it is written";
  EXPECT_EQ(problem_error(problem_head + "#Blackgoal\nFalse\n#BLACKGOALS\nFalse\n"),
            "p.bddl:6:1: #BLACKGOALS is given twice.");
}

TEST(BddlParser, ReadsConjunctionsAsPddlWritesThem) {
  const Domain d = parse_domain(
      "#blackactions\n:action a\n:parameters (?x,?y)\n:precondition (and (open(?x,?y)) (not "
      "(open(?x+1,?y))))\n:effect AND(black(?x,?y) open(?x+1,?y))\n#whiteactions\n",
      "d.bddl");
  EXPECT_EQ(d.black.at(0).precondition.size(), 2u);
  EXPECT_EQ(d.black.at(0).effect.size(), 2u);
  EXPECT_EQ(problem_error(problem_head + "#blackgoals\nand\n"),
            "p.bddl:5:1: a goal must name a square.");
  const std::string no_or =
      "there is no 'or': write an action, or a line of the goals, for each case.";
  EXPECT_EQ(problem_error(problem_head + "#blackgoals\nblack(1,1) OR black(2,1)\n"),
            "p.bddl:5:12: " + no_or);
  EXPECT_EQ(problem_error(problem_head + "#blackgoals\n(or black(1,1) black(2,1))\n"),
            "p.bddl:5:2: " + no_or);
}

TEST(BddlParser, PassesOverTheNamesOfSteps) {
  const Problem p =
      parse_problem(problem_head + "#times\nt1 t2 t3\n4 (5)\n#blackgoals\nblack(1,1)\n", "p.bddl");
  EXPECT_EQ(p.black_goals.size(), 1u);
}

TEST(BddlParser, ReadsTheNameOfAGame) {
  const std::string named = "#name\nPong Hau K'i\n";
  Rules rules{parse_domain(named + domain, "d"), parse_problem(problem_head, "p"), {}};
  EXPECT_EQ(name_of(rules), "Pong Hau K'i");
  rules.problem = parse_problem(problem_head + "#name Small % a comment", "p");
  EXPECT_EQ(name_of(rules), "Small");
  EXPECT_EQ(name_of({parse_domain(domain, "d"), parse_problem(problem_head, "p"), {}}), "");
  EXPECT_EQ(problem_error("#name\n#init\n"), "p.bddl:2:1: expected the game's name, not '#init'.");
  EXPECT_EQ(problem_error("#name " + std::string(101, 'x')),
            "p.bddl:1:7: a name has at most 100 bytes.");
}

TEST(BddlParser, BytesThatAreNotUtf8AreLatin1) {
  EXPECT_EQ(in_utf8("caf\xe9 \xc3\xa9 \xf0\x9f\x99\x82 \xff"),
            "caf\xc3\xa9 \xc3\xa9 \xf0\x9f\x99\x82 \xc3\xbf");
  EXPECT_EQ(in_utf8("\xed\xa0\x80"), "\xc3\xad\xc2\xa0\xc2\x80")
      << "half a pair is not a character";
  EXPECT_EQ(in_utf8("\xc3"), "\xc3\x83");
  const GameSpec spec{"bddl",
                      {{"domain", domain},
                       {"problem", problem_head + "%\r\n%\r% a\xe9\n"},
                       {"problem-file", "p.bddl"}}};
  EXPECT_EQ(test::error_text<SyntaxError>([&] { rules_of(spec); }),
            "p.bddl:6:4: the byte 0xe9 is not part of UTF-8.");
}

TEST(BddlParser, SaysWhereADomainIsWrong) {
  EXPECT_EQ(domain_error(""), "d.bddl:1:1: expected #blackactions, not the end of the file.");
  EXPECT_EQ(domain_error("#blackactions\n"),
            "d.bddl:2:1: expected #whiteactions, not the end of the file.");
  EXPECT_EQ(domain_error("#blackactions\n:action\n"),
            "d.bddl:2:8: expected the action's name, not the end of the line.");
  EXPECT_EQ(domain_error("#blackactions\n:action a\n:effect"),
            "d.bddl:3:1: expected :parameters, not ':effect'.");
  EXPECT_EQ(domain_error("#blackactions\n:action a\n:parameters (?x,?z)"),
            "d.bddl:3:17: expected ?y, not '?z'.");
  EXPECT_EQ(
      domain_error("#blackactions\n:action a\n:parameters (?x,?y)\n:precondition (red(?x,?y))"),
      "d.bddl:4:16: expected open, white, black or NOT, not 'red'.");
}

TEST(BddlParser, SaysWhereAProblemIsWrong) {
  EXPECT_EQ(problem_error("#boardsize\n3\n"),
            "p.bddl:3:1: expected the number of rows, not the end of "
            "the file.");
  EXPECT_EQ(problem_error(problem_head + "#blackgoals\nblack(?x,?y+)\n"),
            "p.bddl:5:13: expected a number, not ')'.");
  EXPECT_EQ(problem_error(problem_head + "#blackturn\nthird\n"),
            "p.bddl:5:1: expected 'first' or 'second', not 'third'.");
  EXPECT_FALSE(problem_error(problem_head + "#nonsense\n").empty());
}

TEST(BddlParser, RefusesBoardsAndStartsThatCannotBe) {
  for (const char* text :
       {"#boardsize\n0 3\n#init\n", "#boardsize\n9 9\n#init\n",
        "#boardsize\n99999999999 1\n#init\n", "#boardsize\n3 2\n#init\nblack(4,1)\n",
        "#boardsize\n3 2\n#init\nblack(1,1) white(1,1)\n"}) {
    SCOPED_TRACE(text);
    EXPECT_THROW(Model(parse_domain(domain, "d.bddl"), parse_problem(text, "p.bddl"), {}),
                 SyntaxError);
  }
}

}  // namespace
}  // namespace zermelo::bddl
