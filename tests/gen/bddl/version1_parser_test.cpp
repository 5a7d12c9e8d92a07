// SPDX-License-Identifier: MIT
// What the BDDL parser reads, and what it says about what it does not read.
#include "gen/bddl/version1_parser.h"

#include <gtest/gtest.h>

#include <string>

#include "gen/bddl/ground.h"
#include "gen/bddl/spec.h"
#include "gen/bddl/version1.h"
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
tree::Game parse_problem(const std::string& text) {
  return parse_version_1(domain, "d.bddl", text, "p.bddl");
}
std::string problem_error(const std::string& text) {
  return test::error_text<SyntaxError>([&] { parse_problem(text); });
}
SquareConditions goal(const tree::Game& game, std::size_t number) {
  return said_by(game.ends.at(number).line.condition);
}

TEST(Version1Parser, ReadsADomain) {
  const tree::Game d = parse_domain(domain, "d.bddl");
  ASSERT_EQ(d.actions.size(), 1u);
  const tree::Action& action = d.actions[0];
  EXPECT_EQ(action.whose, tree::Whose::black);
  EXPECT_EQ(action.name, "put");
  EXPECT_EQ(action.place.line, 2);
  const SquareConditions before = said_by(action.precondition), after = said_by(action.effects);
  ASSERT_EQ(before.size(), 1u);
  EXPECT_EQ(before[0].colour, Colour::open);
  EXPECT_FALSE(before[0].negated);
  EXPECT_EQ(after.at(0).colour, Colour::black);
}

TEST(Version1Parser, ReadsCoordinates) {
  const tree::Game p = parse_problem(
      problem_head + "#blackgoals\nblack(?x+2,ymin) NOT(white(xmax-1,?y-1)) open(3,ymax)\n");
  ASSERT_EQ(p.ends.size(), 1u);
  EXPECT_EQ(p.ends[0].whose, tree::Whose::black);
  EXPECT_EQ(p.ends[0].line.variables.size(), 2u);
  const SquareConditions said = goal(p, 0);
  ASSERT_EQ(said.size(), 3u);
  using Base = Coordinate::Base;
  EXPECT_EQ(said[0].x, (Coordinate{Base::anchor, 2}));
  EXPECT_EQ(said[0].y, (Coordinate{Base::minimum, 0}));
  EXPECT_TRUE(said[1].negated);
  EXPECT_EQ(said[1].x, (Coordinate{Base::maximum, -1}));
  EXPECT_EQ(said[1].y, (Coordinate{Base::anchor, -1}));
  EXPECT_EQ(said[2].x, (Coordinate{Base::zero, 3}));
}

TEST(Version1Parser, ReadsWhatPublishedFilesHave) {
  const tree::Game p = parse_problem(
      "% a comment\n\n#boardsize  \n4 3\n#init\n(black(1,2)white(2,1)) \n\n#depth\n5\n"
      "#blackgoal\nFalse\n#whitegoal\nwhite(?x,?y) white(?x,?y)\nblack(xmin,ymin)\n"
      "#blackturn\nsecond\n");
  EXPECT_EQ(p.columns, 4);
  EXPECT_EQ(p.rows, 3);
  EXPECT_EQ(p.start.size(), 2u);
  EXPECT_EQ(p.depth, 5);
  ASSERT_EQ(p.ends.size(), 2u);
  EXPECT_EQ(p.ends[0].whose, tree::Whose::white);
  EXPECT_TRUE(p.white_first);
  const tree::Game d = parse_domain(
      "#blackactions\n%action 1\n:action one-more\n:parameters (?x, ?y)\n:precondition "
      "(open(?x,?y)\n"
      "  (NOT(open(?x,?y+1))))\n:effect (black(?x,?y))\n#whiteactions\n",
      "d.bddl");
  EXPECT_EQ(d.actions.at(0).name, "one-more");
  EXPECT_EQ(said_by(d.actions[0].precondition).size(), 2u);
}

// Two goals must not become one, whatever ends their lines.
TEST(Version1Parser, ReadsFilesFromEverySystem) {
  const std::string text = problem_head + "#blackgoals\nblack(1,1)\nblack(2,1)\n";
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    std::string written = "\xef\xbb\xbf";
    for (const char c : text) written += c == '\n' ? end : std::string(1, c);
    const tree::Game p = parse_problem(written);
    ASSERT_EQ(p.ends.size(), 2u);
    EXPECT_EQ(goal(p, 1)[0].place.line, goal(parse_problem(text), 1)[0].place.line);
  }
}

TEST(Version1Parser, ReadsWordsInCapitals) {
  const tree::Game p = parse_problem(
      "#BoardSize\n2 2\n#INIT\nWhite(1,1)\n#BlackGoals\nFALSE\n#WHITEGOALS\nnot(Open(Xmin,YMAX))\n"
      "#BlackTurn\nSecond\n");
  EXPECT_TRUE(p.start.at(0).white);
  ASSERT_EQ(p.ends.size(), 1u);
  EXPECT_EQ(p.ends[0].whose, tree::Whose::white);
  EXPECT_TRUE(goal(p, 0).at(0).negated);
  EXPECT_EQ(goal(p, 0)[0].y.base, Coordinate::Base::maximum);
  EXPECT_TRUE(p.white_first);
  const tree::Game d = parse_domain(
      "#BLACKACTIONS\n:Action Go\n:Parameters (?X,?Y)\n:PRECONDITION (OPEN(?x,?Y))\n:Effect "
      "(BLACK(?X,?y))\n#WhiteActions\n",
      "d.bddl");
  EXPECT_EQ(d.actions.at(0).name, "Go") << "a name stays as it is written";
  EXPECT_EQ(problem_error(problem_head + "#Blackgoal\nFalse\n#BLACKGOALS\nFalse\n"),
            "p.bddl:6:1: #BLACKGOALS is given twice.");
}

TEST(Version1Parser, ReadsConjunctionsAsPddlWritesThem) {
  const tree::Game d = parse_domain(
      "#blackactions\n:action a\n:parameters (?x,?y)\n:precondition (and (open(?x,?y)) (not "
      "(open(?x+1,?y))))\n:effect AND(black(?x,?y) open(?x+1,?y))\n#whiteactions\n",
      "d.bddl");
  EXPECT_EQ(said_by(d.actions.at(0).precondition).size(), 2u);
  EXPECT_EQ(said_by(d.actions[0].effects).size(), 2u);
  EXPECT_EQ(problem_error(problem_head + "#blackgoals\nand\n"),
            "p.bddl:5:1: a goal must name a square.");
  const std::string no_or =
      "there is no 'or': write an action, or a line of the goals, for each case.";
  EXPECT_EQ(problem_error(problem_head + "#blackgoals\nblack(1,1) OR black(2,1)\n"),
            "p.bddl:5:12: " + no_or);
  EXPECT_EQ(problem_error(problem_head + "#blackgoals\n(or black(1,1) black(2,1))\n"),
            "p.bddl:5:2: " + no_or);
}

TEST(Version1Parser, PassesOverTheNamesOfSteps) {
  const tree::Game p =
      parse_problem(problem_head + "#times\nt1 t2 t3\n4 (5)\n#blackgoals\nblack(1,1)\n");
  EXPECT_EQ(p.ends.size(), 1u);
}

TEST(Version1Parser, ReadsTheNameOfAGame) {
  const std::string named = "#name\nPong Hau K'i\n";
  EXPECT_EQ(parse_version_1(named + domain, "d", problem_head, "p").name, "Pong Hau K'i");
  EXPECT_EQ(
      parse_version_1(named + domain, "d", problem_head + "#name Small % a comment", "p").name,
      "Small");
  EXPECT_EQ(parse_problem(problem_head).name, "");
  EXPECT_EQ(problem_error("#name\n#init\n"), "p.bddl:2:1: expected the game's name, not '#init'.");
  EXPECT_EQ(problem_error("#name " + std::string(101, 'x')),
            "p.bddl:1:7: a name has at most 100 bytes.");
}

TEST(Version1Parser, BytesThatAreNotUtf8AreLatin1) {
  EXPECT_EQ(in_utf8("caf\xe9 \xc3\xa9 \xf0\x9f\x99\x82 \xff"),
            "caf\xc3\xa9 \xc3\xa9 \xf0\x9f\x99\x82 \xc3\xbf");
  EXPECT_EQ(in_utf8("\xed\xa0\x80"), "\xc3\xad\xc2\xa0\xc2\x80")
      << "half a pair is not a character";
  EXPECT_EQ(in_utf8("\xc3"), "\xc3\x83");
  const GameSpec spec{"bddl",
                      {{"domain", domain},
                       {"problem", problem_head + "%\r\n%\r% a\xe9\n"},
                       {"problem-file", "p.bddl"}}};
  EXPECT_EQ(test::error_text<SyntaxError>([&] { tree_of(spec); }),
            "p.bddl:6:4: the byte 0xe9 is not part of UTF-8.");
}

TEST(Version1Parser, SaysWhereADomainIsWrong) {
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

TEST(Version1Parser, SaysWhereAProblemIsWrong) {
  EXPECT_EQ(problem_error("#boardsize\n3\n"),
            "p.bddl:3:1: expected the number of rows, not the end of "
            "the file.");
  EXPECT_EQ(problem_error(problem_head + "#blackgoals\nblack(?x,?y+)\n"),
            "p.bddl:5:13: expected a number, not ')'.");
  EXPECT_EQ(problem_error(problem_head + "#blackturn\nthird\n"),
            "p.bddl:5:1: expected 'first' or 'second', not 'third'.");
  EXPECT_FALSE(problem_error(problem_head + "#nonsense\n").empty());
}

TEST(Version1Parser, RefusesBoardsAndStartsThatCannotBe) {
  for (const char* text :
       {"#boardsize\n0 3\n#init\n", "#boardsize\n9 9\n#init\n",
        "#boardsize\n99999999999 1\n#init\n", "#boardsize\n3 2\n#init\nblack(4,1)\n",
        "#boardsize\n3 2\n#init\nblack(1,1) white(1,1)\n"}) {
    SCOPED_TRACE(text);
    EXPECT_THROW(ground(parse_problem(text)), SyntaxError);
  }
}

}  // namespace
}  // namespace zermelo::bddl
