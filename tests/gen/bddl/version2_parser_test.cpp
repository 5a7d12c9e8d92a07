// SPDX-License-Identifier: MIT
// What the parser of version 2 reads, and what it says about what it does not read.
#include "gen/bddl/version2_parser.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/bddl/version1_parser.h"
#include "gen/error.h"
#include "tests/support/error_text.h"
#include "tests/support/version2_games.h"

namespace zermelo::bddl {
namespace {

using tree::Sort;
using tree::Whose;

tree::Game parse(const std::string& text) { return parse_version_2(text, "g"); }

std::string parse_error(const std::string& text) {
  return test::error_text<SyntaxError>([&] { parse(text); });
}

// Lines 1 to 7: declarations. What comes after them begins in line 8.
const std::string head =
    "#bddl 2\n"
    "#pieces man king\n"
    "#hands man=man,king\n"
    "#boardsize 4 3\n"
    "#steps side (1,0) (-1,0)\n"
    "ride (0,1)*\n"
    "#regions far (?x,ymin)\n";
const std::string tail = "#init black-man(1,3) hand(white,man)=2\n";

// One action with this precondition and effect; its :precondition is line 11, its :effect line 12.
std::string game_with(const std::string& precondition, const std::string& effect = "",
                      const std::string& rest = "") {
  return head + "#actions\n:action go\n:parameters ?p ?q=far ?d=side,ride ?n=1..3 ?k=man\n" +
         ":precondition " + precondition + "\n:effect " + effect + "\n" + rest + tail;
}
// A goal in line 13.
std::string with_goal(const std::string& line, const std::string& more = "") {
  return head + more + "#actions\n:action pass\n:precondition\n:effect\n#goals\n" + line + "\n" +
         tail;
}

TEST(Version2Parser, KnowsTheVersionOfAFile) {
  EXPECT_TRUE(is_version_2("% a comment\n\n#BDDL 2\n", "f"));
  EXPECT_FALSE(is_version_2("#boardsize 3 3\n", "f"));
  EXPECT_FALSE(is_version_2("", "f"));
  EXPECT_EQ(test::error_text<SyntaxError>([] { is_version_2("#bddl 3", "f"); }),
            "f:1:7: this program reads BDDL of versions 1 and 2; a file of version 2 begins with "
            "#bddl 2, one of version 1 with no such line.");
}

TEST(Version2Parser, SectionsOfVersion2InAFileOfVersion1AreExplained) {
  const auto old = [](const std::string& text) {
    return test::error_text<SyntaxError>([&] {
      tree::Game game;
      add_problem(text, "p", game);
    });
  };
  EXPECT_EQ(old("#pieces\nman\n"), "p:1:1: #pieces needs #bddl 2 as the first line.");
  EXPECT_EQ(old("#boardsize\n3 3\n#losses\n"), "p:3:1: #losses needs #bddl 2 as the first line.");
  EXPECT_EQ(test::error_text<SyntaxError>([&] { parse_domain("#actions\n", "d"); }),
            "d:1:1: #actions needs #bddl 2 as the first line.");
  EXPECT_FALSE(is_section_of_version_2_only("#blackgoals"));
  EXPECT_FALSE(is_section_of_version_2_only("#boardsize"));
  EXPECT_TRUE(is_section_of_version_2_only("#WhiteLosses"));
}

TEST(Version2Parser, ReadsEverySection) {
  const tree::Game g =
      parse(head +
            "#depth 7\n#turn white\n#endless draw\n#mirror turn\n#game A Game % not this\n"
            "#lines\n(1,1) (2,1) (3,1)\n(1,1) (1,2)\n#links (1,3) (2,3)\n"
            "#define good ?c ?p\n?c(?p)\n?c-king(?q) next(?p,?q)\n"
            "#actions\n:action go :otherwise\n:parameters (?p, ?q=far ?d=side,ride ?n ?k=man)\n"
            ":precondition (and (own-?k(?p)) NOT(good(own,?p)))\n:effect (open(?p) take(?p+?n?d))\n"
            ":then stay, go-on (own(?p))\n:text ?p-?p+?n?d=?k!\n"
            ":action stay\n:precondition ()\n:effect ()\n:action go-on\n:precondition\n:effect\n"
            "#illegal count(other) > 3\n#draws count(own)=count(other)\n"
            "#stuck\nloss own(?p)\ndraw\n#material black-king white-king\n");
  EXPECT_EQ(g.depth, 7);
  EXPECT_TRUE(g.white_first);
  EXPECT_EQ(g.endless, tree::Endless::draw);
  EXPECT_EQ(g.mirror, tree::Mirror::turn);
  EXPECT_EQ(g.name, "A Game");
  EXPECT_EQ(g.lines.size(), 2u);
  EXPECT_EQ(g.links.at(0).size(), 2u);
  ASSERT_EQ(g.defines.size(), 1u);
  EXPECT_EQ(g.defines[0].parameters.size(), 2u);
  ASSERT_EQ(g.defines[0].lines.size(), 2u);
  EXPECT_EQ(g.defines[0].lines[1].variables.at(0).name, "q");
  ASSERT_EQ(g.actions.size(), 3u);
  EXPECT_TRUE(g.actions[0].otherwise);
  ASSERT_TRUE(g.actions[0].then);
  EXPECT_EQ(g.actions[0].then->actions, (std::vector<int>{1, 2}));
  EXPECT_EQ(g.illegal.size(), 1u);
  EXPECT_EQ(g.ends.at(0).result, tree::Result::draw);
  ASSERT_EQ(g.stuck.size(), 2u);
  EXPECT_EQ(g.stuck[0].result, tree::Result::loss);
  EXPECT_EQ(g.stuck[0].line.variables.size(), 1u);
  EXPECT_EQ(g.material.size(), 2u);
  EXPECT_TRUE(g.material[1].white);
}

TEST(Version2Parser, ReadsDeclarations) {
  const tree::Game g = parse(game_with("own(?p)", "open(?p)"));
  EXPECT_EQ(g.columns, 4);
  EXPECT_EQ(g.rows, 3);
  ASSERT_EQ(g.kinds.size(), 2u);
  EXPECT_EQ(g.kinds[1].name, "king");
  EXPECT_EQ(g.kinds[1].letter, 'K');
  EXPECT_EQ(g.kinds[1].place.line, 2);
  EXPECT_EQ(g.kinds[1].place.column, 13);
  ASSERT_EQ(g.hands.size(), 1u);
  EXPECT_EQ(g.hands[0].takes, (std::vector<int>{0, 1}));
  ASSERT_EQ(g.steps.size(), 2u);
  EXPECT_FALSE(g.steps[0].steps[1].rides);
  EXPECT_EQ(g.steps[0].steps[1].dx, -1);
  EXPECT_TRUE(g.steps[1].steps[0].rides);
  ASSERT_EQ(g.regions.size(), 1u);
  EXPECT_EQ(g.regions[0].squares[0].x.base, Coordinate::Base::anchor);
  ASSERT_EQ(g.start.size(), 1u);
  EXPECT_FALSE(g.start[0].white);
  ASSERT_EQ(g.start_hands.size(), 1u);
  EXPECT_EQ(g.start_hands[0].number, 2);
  EXPECT_FALSE(g.white_first);
  EXPECT_FALSE(g.depth);
}

TEST(Version2Parser, ReadsParametersAndTerms) {
  const tree::Game g = parse(game_with("own-?k(?p+2?d) other-king(?q-?n?d+?d) open((3,ymax-1))"));
  const tree::Action& a = g.actions.at(0);
  EXPECT_EQ(a.name, "go");
  EXPECT_EQ(a.whose, Whose::both);
  ASSERT_EQ(a.parameters.size(), 5u);
  EXPECT_EQ(a.parameters[0].sort, Sort::square);
  EXPECT_TRUE(a.parameters[0].among.empty());
  EXPECT_EQ(a.parameters[1].among, std::vector<int>{0});
  EXPECT_EQ(a.parameters[2].sort, Sort::step);
  EXPECT_EQ(a.parameters[2].among, (std::vector<int>{0, 1}));
  EXPECT_EQ(a.parameters[3].to->offset, 3);
  EXPECT_EQ(a.parameters[4].sort, Sort::kind);
  const auto& parts = a.precondition.parts;
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0].contents.kind.which, tree::KindName::Which::variable);
  EXPECT_EQ(parts[0].squares[0].shifts.at(0).times.offset, 2);
  const auto& shifts = parts[1].squares[0].shifts;
  ASSERT_EQ(shifts.size(), 2u);
  EXPECT_EQ(shifts[0].sign, -1);
  EXPECT_EQ(shifts[0].times.variable, a.parameters[3].slot);
  EXPECT_FALSE(shifts[1].times.variable);
  EXPECT_FALSE(parts[2].squares[0].variable);
  EXPECT_EQ(parts[2].squares[0].y, (Coordinate{Coordinate::Base::maximum, -1}));
}

TEST(Version2Parser, ReadsConditionsAndEffects) {
  const tree::Game g = parse(game_with(
      "NOT(own(?p) own(?q)) any ?i 0 ?n-1 (own(?p+?i?d)) each ?e=side (on(?p+?e) off(?q))\n"
      "far(?p) reaches(?k,?p,?q) count(other-king)<=2 hand(own,man)",
      "own-king(?p) hand(own,man)-1 take(?q) becomes(?p+?d,?q)\n"
      "when (own(?q)) (open(?q)) each ?j 1 2 (other-man(?p+?j?d))"));
  using Type = tree::Condition::Type;
  std::vector<Type> types;
  for (const auto& part : g.actions[0].precondition.parts) types.push_back(part.type);
  EXPECT_EQ(types, (std::vector{Type::none, Type::any, Type::each, Type::region, Type::reaches,
                                Type::compare, Type::compare}));
  EXPECT_EQ(g.actions[0].precondition.parts[6].comparison, tree::Comparison::greater);
  using Effect = tree::Effect::Type;
  std::vector<Effect> effects;
  for (const auto& effect : g.actions[0].effects) effects.push_back(effect.type);
  EXPECT_EQ(effects, (std::vector{Effect::put, Effect::hand, Effect::take, Effect::becomes,
                                  Effect::when, Effect::each}));
}

TEST(Version2Parser, LinesFindTheirVariables) {
  const tree::Game g = parse(with_goal("?q=far own(?q) other-?k(?p) NOT(own(?r))\nown(?p)"));
  ASSERT_EQ(g.ends.size(), 2u);
  std::string names;
  for (const auto& variable : g.ends[0].line.variables) names += variable.name;
  EXPECT_EQ(names, "qkpr");
  EXPECT_EQ(g.ends[0].result, tree::Result::win);
  EXPECT_EQ(g.ends[1].line.place.line, 14);
}

TEST(Version2Parser, EndsStandInTheOrderOfTheFile) {
  const tree::Game g = parse(with_goal("own(?p)", "#whitelosses own(?p)\n#draws other(?p)\n"));
  ASSERT_EQ(g.ends.size(), 3u);
  EXPECT_EQ(g.ends[0].whose, Whose::white);
  EXPECT_EQ(g.ends[0].result, tree::Result::loss);
  EXPECT_EQ(g.ends[1].result, tree::Result::draw);
  EXPECT_EQ(g.ends[2].result, tree::Result::win);
}

TEST(Version2Parser, ReadsTextsOfMoves) {
  const tree::Game g = parse(game_with("", "", ":text ?p-?p+?n?d(?k)*?n-?q % nothing\n"));
  std::string shapes;
  for (const auto& part : g.actions[0].text) {
    using Type = tree::TextPart::Type;
    if (part.type == Type::letters) shapes += part.letters;
    if (part.type == Type::square) shapes += part.square.shifts.empty() ? "s" : "S";
    if (part.type == Type::kind) shapes += "k";
    if (part.type == Type::number) shapes += "n";
  }
  EXPECT_EQ(shapes, "s-S(k)*n-s");
  EXPECT_EQ(parse_error(game_with("", "", ":text ?p>?r\n")),
            "g:13:10: nothing says what ?r stands for; add ?r to :parameters.");
  EXPECT_EQ(parse_error(game_with("", "", ":text ?d\n")),
            "g:13:7: a move's text can show squares, numbers and pieces.");
  for (const char* text : {"go ?p", "?p,?q", "{?p}"}) {
    EXPECT_EQ(
        parse_error(game_with("", "", std::string(":text ") + text + "\n")),
        "g:13:7: a move's text has no spaces, commas or braces: they stand between moves, and "
        "in those that are written by their results.");
  }
}

TEST(Version2Parser, ReadsAGameInTwoFiles) {
  const tree::Game g = parse_version_2("#bddl 2\n#actions\n:action go\n:precondition\n:effect\n",
                                       "rules", "#bddl 2\n#boardsize 2 2\n#init\n", "board");
  EXPECT_EQ(g.columns, 2);
  const auto parse_error = [](const std::string& first, const std::string& second) {
    return test::error_text<SyntaxError>([&] { parse_version_2(first, "a", second, "b"); });
  };
  EXPECT_EQ(parse_error("#bddl 2\n#actions\n", "#boardsize\n2 2\n"),
            "b:1:1: the other file begins with #bddl 2; this one must too.");
  EXPECT_EQ(parse_error("#bddl 2\n#boardsize 2 2\n", "#bddl 2\n#boardsize 2 2\n"),
            "b:2:1: #boardsize is given twice.");
  EXPECT_EQ(parse_error("#bddl 2\n#boardsize 2 2\n#actions\n", "#bddl 2\n#init black(3,1)\n"),
            "b:2:12: x = 3 is not on the board, where it is 1 to 2.");
}

TEST(Version2Parser, CapitalsDoNotMatter) {
  EXPECT_NO_THROW(
      parse("#BDDL 2\n#PIECES Man\n#BoardSize 2 2\n#STEPS Side (1,0)\n#Actions\n:ACTION go\n"
            ":Parameters ?P ?D=side\n:Precondition Own-MAN(?p) not(OPEN(?p+?d))\n:Effect Open(?P)\n"
            "#Init Black-man(XMIN,ymax)\n"));
}

TEST(Version2Parser, ReadsTheGamesThatAreShipped) {
  for (const char* name : test::shipped_version_2_games)
    EXPECT_NO_THROW(parse_version_2(test::version_2_game(name), name)) << name;
}

struct ParseFault {
  std::string text, sentence;
};

void expect_parse_faults(const std::vector<ParseFault>& faults) {
  for (const ParseFault& fault : faults)
    EXPECT_EQ(parse_error(fault.text), "g:" + fault.sentence + ".");
}

TEST(Version2Parser, SaysWhatIsWrongWithSections) {
  expect_parse_faults({
      {"#bddl 2\n#init\n", "1:1: #boardsize is missing: write how many columns and rows there are"},
      {"#bddl 2\n#boardsize 2 2\n#init\n", "1:1: #actions is missing: write how the pieces move"},
      {"#bddl 2\n#boardsize 2 2\n#actions\n", "1:1: #init is missing: write how the game starts"},
      {"#bddl 2\n#boardsize 2 2\n#blackactions\n#init\n", "1:1: #whiteactions is missing"},
      {"#bddl 2\n#boardsize 9 8\n",
       "2:12: the board has 9 by 8 squares; it must have 1 to 64 in all"},
      {"#bddl 2\n#boardsize 2\n", "3:1: expected the number of rows, not the end of the file"},
      {"#bddl 2\n#bordsize 2 2\n",
       "2:1: there is no section '#bordsize' (did you mean #boardsize?)"},
      {"#bddl 2\n#blackturn first\n", "2:1: in version 2 write #turn white"},
      {"#bddl 2\n#name X\n", "2:1: in version 2 write #game"},
      {"#bddl 2\n#goals\n#blackgoals\n",
       "3:1: write either #goals, for both sides, or #blackgoals and #whitegoals"},
      {"#bddl 2\n#depth 1\n#depth 1\n", "3:1: #depth is given twice"},
      {"#boardsize 2 2\n#bddl 2\n", "1:1: the first line must be #bddl 2"},
      {"#bddl 2\nfoo\n", "2:1: expected a section, such as #init, not 'foo'"},
      {head + "#mirror diagonal\n", "8:1: this mirror needs a board with as many columns as rows"},
      {head + "#mirror left\n",
       "8:9: expected none, turn, rows, columns, diagonal or antidiagonal, not 'left'"},
      {head + "#endless threefold\n",
       "8:10: threefold: a position does not say it; endless play is drawn"},
      {head + "#endless red\n", "8:10: expected draw, black or white, not 'red'"},
      {game_with("") + "#material black-man\n", "14:1: write either #init or #material"},
      {game_with("") + "#turn red\n", "14:7: expected black or white, not 'red'"},
      {game_with("") + "#stuck lose\n", "14:8: expected win, loss or draw, not 'lose'"},
  });
}

TEST(Version2Parser, SaysWhatIsWrongWithDeclarations) {
  const std::string board = "#bddl 2\n#boardsize 3 3\n";
  expect_parse_faults({
      {board + "#pieces giraffe general\n",
       "3:17: giraffe and general both begin with G; write giraffe=G general=E"},
      {board + "#pieces man=mm\n", "3:13: a piece is written with one letter, as in giraffe=G"},
      {board + "#pieces man Man\n", "3:13: Man is given twice"},
      {board + "#pieces open\n", "3:9: 'open' has a meaning of its own; choose another name"},
      {board + "#pieces a b c d e f g h i\n", "3:25: there can be at most 8 kinds of pieces"},
      {board + "#hands man\n", "3:8: there is no piece 'man': name the pieces in #pieces"},
      {board + "#pieces man\n#hands men\n", "4:8: there is no piece 'men' (did you mean man?)"},
      {board + "#pieces man king\n#hands man king=man\n", "4:12: man comes to hand as two things"},
      {board + "#lines (1,1)\n",
       "3:13: expected the squares of a line, such as (1,1) (2,1), not the end of the line"},
      {board + "#lines (1,1) (4,1)\n", "3:14: x = 4 is not on the board, where it is 1 to 3"},
      {board + "#steps side 1\n", "3:13: expected a step, such as (0,-1) or (1,0)*, not '1'"},
      {board + "#steps side (0,0)\n", "3:13: the step (0,0) leads nowhere"},
      {board + "#steps side (99,0)\n", "3:13: this step is longer than any board"},
      {board + "#regions far (?y,1)\n", "3:15: expected ?x, xmin, xmax or a number, not '?y'"},
      {head + "#define far ?p\n", "8:9: far is already a region"},
      {head + "#define good ?p ?p\n", "8:17: ?p already stands for something"},
      {game_with("") + "#define good ?p\n",
       "15:1: expected what good means, not the end of the file"},
      {game_with("") + "#define a ?p\nb(?p)\n#define b ?p\na(?p)\n",
       "14:9: the meaning of a depends on itself"},
  });
}

TEST(Version2Parser, SaysWhatIsWrongWithActions) {
  const std::string actions = head + "#actions\n";
  expect_parse_faults({
      {actions + ":action\n", "9:8: expected the action's name, not the end of the line"},
      {actions + ":action go\n:effect\n", "10:1: expected :precondition, not ':effect'"},
      {actions + ":action go\n:parameters ?d\n",
       "10:13: say which steps ?d stands for, as in ?d=side"},
      {actions + ":action go\n:parameters ?d=sid\n",
       "10:16: there is no set of steps 'sid' (did you mean side?)"},
      {actions + ":action go\n:parameters ?p=near\n", "10:16: there is no region 'near'"},
      {actions + ":action go\n:parameters ?p ?P\n", "10:16: ?P already stands for something"},
      {actions + ":action go\n:parameters ?c=own\n",
       "10:13: a side has no list: it is own or other"},
      {game_with("", "", ":action GO\n:precondition\n:effect\n"),
       "13:9: the action go is given twice"},
      {game_with("", "", ":then stop\n"), "13:7: there is no action 'stop'"},
      {game_with("", "", ":text x\n:then go\n"),
       "14:1: expected :action, or :then and :text in this order, not ':then'"},
      {game_with("", "", ":then go\n"),
       "9:9: a turn has at most 3 parts; what comes after go makes more"},
      {game_with("attacked(?p)"),
       "11:15: attacked(...) cannot stand in an action, since it asks what actions are possible; "
       "write it under #illegal"},
      {game_with("bad(?p)") + "#define bad ?p\nattacked(?p)\n",
       "11:15: attacked(...) cannot stand in an action, since it asks what actions are possible; "
       "write it under #illegal"},
  });
}

TEST(Version2Parser, SaysWhatIsWrongWithConditions) {
  expect_parse_faults({
      {game_with("own(?p) OR own(?q)"),
       "11:23: OR: write two actions or lines, or any ?d=... (...)"},
      {game_with("threefold"),
       "11:15: threefold: a position does not say it; endless play is drawn"},
      {game_with("own-kin(?p)"), "11:15: there is no piece 'kin' (did you mean king?)"},
      {game_with("opne(?p)"), "11:15: there is no condition 'opne' (did you mean open?)"},
      {game_with("take(?p)"), "11:15: take is an effect, not a condition"},
      {game_with("own(?r)"), "11:19: nothing says what ?r stands for; add ?r to :parameters"},
      {game_with("own(?d)"),
       "11:19: ?d is a step (?d, ?e, ?f) by its first letter, but here stands a square (?p, ?q, "
       "...)"},
      {game_with("own(?p+?q)"),
       "11:22: ?q is a square (?p, ?q, ...) by its first letter, but here stands a step (?d, ?e, "
       "?f)"},
      {game_with("own(5,1)"), "11:19: x = 5 is not on the board, where it is 1 to 4"},
      {game_with("own()"), "11:19: expected a square, such as ?p, ?p+?d or (3,ymax-1), not ')'"},
      {game_with("next(?p,?q)"),
       "11:15: next(...) needs #lines or #links, which say what is next to what"},
      {game_with("line(?p,?q,?q)"), "11:15: line(...) needs #lines"},
      {game_with("reaches(man,?p,?q)"),
       "11:23: #steps has no line man, so nothing says how it moves"},
      {game_with("count(own)"), "11:25: expected <, <=, =, >= or >, not the end of the line"},
      {game_with("any ?i=1 (own(?p))"), "11:24: expected '..', not '('"},
      {game_with("any ?p (own(?p))"), "11:19: ?p already stands for something"},
      {game_with(std::string(101, '(')), "11:115: parentheses are nested too deeply"},
      {game_with("(own(?p)"), "12:1: expected a condition or ')', not ':effect'"},
      {game_with("own(?p+99999?d)"), "11:22: a number here is at most 9999"},
      {with_goal("own(?p+?d)"),
       "13:8: nothing says which steps ?d stands for; begin the line with ?d=..."},
      {with_goal("?p"), "13:3: expected a condition, such as own(?p), not the end of the line"},
      {with_goal("()"), "13:1: this line says nothing"},
      {with_goal("far(?p,?q)"), "13:7: expected ')', not ','"},
  });
}

TEST(Version2Parser, SaysWhatIsWrongWithEffects) {
  expect_parse_faults({
      {game_with("", "NOT(own(?p))"),
       "12:9: NOT in an effect is of version 1; say what the square becomes, as in open(?p)"},
      {game_with("", "own(?p)"), "12:9: say which piece comes to stand there, as in own-man(?p)"},
      {game_with("", "any ?r (open(?r))"),
       "12:9: any is not an effect: what a move does must be definite; make it a parameter, and "
       "each "
       "choice is a move of its own"},
      {game_with("", "tak(?p)"), "12:9: there is no effect 'tak' (did you mean take?)"},
      {game_with("", "hand(own,man)"),
       "12:22: expected +1 or -1: by how much the hand changes, not the end of the line"},
      {game_with("", "open(?p"), "13:1: expected ')', not '#init'"},
  });
}

TEST(Version2Parser, SaysWhatIsWrongWithTheStart) {
  const std::string rules = head + "#actions\n:action a\n:precondition\n:effect\n#init ";
  expect_parse_faults({
      {rules + "man(1,1)\n", "12:7: expected a piece, such as black-man, not 'man'"},
      {rules + "black(1,1)\n", "12:7: say which piece, as in black-man"},
      {rules + "black-man(1,4)\n", "12:16: y = 4 is not on the board, where it is 1 to 3"},
      {rules + "hand(black,king)=1\n", "12:18: king cannot be in hand: #hands does not name it"},
      {rules + "hand(black,man)=16\n", "12:23: a hand holds at most 15 of a kind"},
      {rules + "hand(own,man)=1\n", "12:12: expected black or white, not 'own'"},
  });
}

}  // namespace
}  // namespace zermelo::bddl
