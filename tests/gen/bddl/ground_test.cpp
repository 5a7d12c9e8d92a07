// SPDX-License-Identifier: MIT
// What the constructs of version 2 are when their variables are filled in.
#include "gen/bddl/ground.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "gen/bddl/version2_parser.h"
#include "gen/error.h"
#include "tests/reference/plain_rules.h"
#include "tests/support/error_text.h"
#include "tests/support/version2_games.h"

namespace zermelo::bddl {
namespace {

GroundGame grounded(const std::string& text) { return ground(parse_version_2(text, "g")); }

std::string grounding_error(const std::string& text) {
  return test::error_text<SyntaxError>([&] { grounded(text); });
}

// A board of 3 by 3, two kinds, one action whose parameters stand in line 10. Squares are
//   6 7 8   a3 b3 c3
//   3 4 5   a2 b2 c2
//   0 1 2   a1 b1 c1
std::string rules_with(const std::string& parameters, const std::string& precondition,
                       const std::string& effect, const std::string& more = "") {
  return "#bddl 2\n#pieces man king\n#hands man=man,king\n#boardsize 3 3\n"
         "#steps side (1,0) (-1,0)\nahead (0,-1)\nride (0,-1)*\n"
         "#actions\n:action go\n:parameters " +
         parameters + "\n:precondition " + precondition + "\n:effect " + effect + "\n" + more +
         "#init\n";
}

const Content black_man = content_of(0, false), white_man = content_of(0, true),
              black_king = content_of(1, false);
const ContentSet everything = ContentSet::everything(2), open = ContentSet::open(),
                 black = ContentSet::of_side(false, 2), white = ContentSet::of_side(true, 2);

using Before = std::vector<std::pair<int, ContentSet>>;
using After = std::vector<std::pair<int, Content>>;

const std::vector<GroundAction>& blacks(const GroundGame& game) { return game.sides[0].actions; }

TEST(Ground, ContentSets) {
  EXPECT_EQ(everything.size(), 5);
  EXPECT_EQ(black.exchanged(), white);
  EXPECT_EQ(everything.exchanged(), everything);
  EXPECT_EQ(exchanged(black_king), content_of(1, true));
  EXPECT_EQ(exchanged(open_square), open_square);
  EXPECT_TRUE(is_white(white_man));
  EXPECT_EQ(kind_of(black_king), 1);
  EXPECT_EQ(ContentSet::everything(8).size(), 17);
}

TEST(Ground, FillsInSquaresAndSteps) {
  const GroundGame g = grounded(rules_with("?p ?d=ahead", "own-man(?p) open(?p+?d)",
                                           "open(?p) own-man(?p+?d)", "#mirror turn\n"));
  ASSERT_EQ(blacks(g).size(), 6u);
  const GroundAction& first = blacks(g)[0];
  EXPECT_EQ(first.before, (Before{{0, ContentSet::of(black_man)}, {3, open}}));
  EXPECT_EQ(first.after, (After{{0, open_square}, {3, black_man}}));
  EXPECT_TRUE(first.rest.is_always());
  EXPECT_EQ(first.place.line, 9);
  // White's is the image.
  const GroundAction& image = g.sides[1].actions[0];
  EXPECT_EQ(image.before, (Before{{5, open}, {8, ContentSet::of(white_man)}}));
  EXPECT_EQ(image.after, (After{{5, white_man}, {8, open_square}}));
}

TEST(Ground, MirrorsMapSquares) {
  const auto image_of_a1 = [](const std::string& mirror) {
    return grounded(rules_with("?p", "own(?p)", "open(?p)", "#mirror " + mirror + "\n")).mirror[0];
  };
  EXPECT_EQ(image_of_a1("none"), 0);
  EXPECT_EQ(image_of_a1("turn"), 8);
  EXPECT_EQ(image_of_a1("rows"), 6);
  EXPECT_EQ(image_of_a1("columns"), 2);
  EXPECT_EQ(image_of_a1("diagonal"), 8);
  EXPECT_EQ(image_of_a1("antidiagonal"), 0);
}

TEST(Ground, SidesMayHaveRulesOfTheirOwn) {
  const GroundGame g = grounded(
      "#bddl 2\n#boardsize 2 1\n#mirror turn\n#blackactions\n:action a\n:parameters ?p\n"
      ":precondition own(?p)\n:effect other(?p)\n#whiteactions\n:action b\n:precondition own(1,1)\n"
      ":effect open(1,1)\n#whitegoals own(2,1)\n#init\n");
  EXPECT_EQ(blacks(g).size(), 2u);
  ASSERT_EQ(g.sides[1].actions.size(), 1u);
  EXPECT_EQ(g.sides[1].actions[0].before, (Before{{0, ContentSet::of(content_of(0, true))}}));
  EXPECT_FALSE(g.shared_rules);
  EXPECT_TRUE(g.sides[0].ends.empty());
  EXPECT_EQ(g.sides[1].ends.size(), 1u);
}

TEST(Ground, OffTheBoardAnAtomIsFalseAndNotIsClassical) {
  const auto number = [](const std::string& precondition) {
    return blacks(grounded(rules_with("?p ?d=side", precondition, "open(?p)"))).size();
  };
  EXPECT_EQ(number("own(?p+?d)"), 12u);
  EXPECT_EQ(number("own(?p) on(?p+?d)"), 9u) << "the same action for both steps is one";
  EXPECT_EQ(number("own(?p) off(?p+?d)"), 6u);
  const GroundGame col =
      grounded(rules_with("?p", "own(?p) each ?d=side (NOT(own(?p+?d)))", "open(?p)"));
  ASSERT_EQ(blacks(col).size(), 9u);
  EXPECT_EQ(blacks(col)[0].before, (Before{{0, black}, {1, everything.without(black)}}));
}

TEST(Ground, AnEffectOffTheBoardIsNoAction) {
  EXPECT_EQ(blacks(grounded(rules_with("?p ?d=side", "own(?p)", "open(?p+?d)"))).size(), 12u);
  EXPECT_EQ(blacks(grounded(rules_with("?p ?d=side", "", "each ?i 1 2 (open(?p+?i?d))"))).size(),
            6u);
  EXPECT_EQ(blacks(grounded(rules_with("?p", "own(?p)", "hand(own,king)+1"))).size(), 0u);
}

TEST(Ground, StepsThatRideNeedAnOpenWay) {
  const GroundGame g = grounded(rules_with("?d=ride", "other((1,3)+?d)", "open((1,3)+?d)"));
  ASSERT_EQ(blacks(g).size(), 2u);
  EXPECT_EQ(blacks(g)[0].before, (Before{{3, white}}));
  EXPECT_EQ(blacks(g)[1].before, (Before{{3, open}, {6, white}}));
  const GroundGame effect = grounded(rules_with("?d=ride", "", "open((1,3)+?d)"));
  ASSERT_EQ(blacks(effect).size(), 2u);
  EXPECT_EQ(blacks(effect)[1].before, (Before{{3, open}}));
}

TEST(Ground, ReachesFollowsTheStepsOfAKind) {
  const std::string rook =
      "#bddl 2\n#pieces rook pawn\n#boardsize 3 3\n#steps rook (1,0)* (0,-1)*\n";
  const GroundGame g =
      grounded(rook +
               "#actions\n:action go\n:parameters ?k ?q\n:precondition reaches(?k,(1,3),?q)\n"
               ":effect open(?q)\n#init\n");
  std::map<int, Before> before;
  for (const GroundAction& action : blacks(g)) before[action.place.line] = action.before;
  EXPECT_EQ(blacks(g).size(), 4u) << "to b1, c1, a2, a3; no steps are the pawn's";
}

TEST(Ground, RegionsDefinesAndNumbersAreFilledIn) {
  EXPECT_EQ(blacks(grounded(rules_with("?p=far", "own(?p)", "open(?p)",
                                       "#regions far (?x,ymin) (1,1)\n")))
                .size(),
            3u);
  EXPECT_EQ(
      blacks(grounded(rules_with("?p", "own(?p) far(?p)", "open(?p)", "#regions far (xmax,?y)\n")))
          .size(),
      3u);
  const std::string define = "#define two ?c ?p ?n\n?d=side ?c(?p) ?c(?p+?n?d)\n";
  const GroundGame g = grounded(rules_with("?p", "two(own,?p,2)", "open(?p)", define));
  ASSERT_EQ(blacks(g).size(), 6u);
  EXPECT_EQ(blacks(g)[0].before, (Before{{0, black}, {2, black}}));
  EXPECT_EQ(blacks(grounded(rules_with("?p ?n ?d=side", "own(?p+?n?d)", "open(?p)"))).size(), 18u);
  EXPECT_EQ(
      blacks(grounded(rules_with("?p ?n=1..2 ?d=side", "any ?i 1 ?n-1 (own(?p+?i?d))", "open(?p)")))
          .size(),
      12u);
}

TEST(Ground, LinesAndLinksMakeTheBoard) {
  const std::string board =
      "#bddl 2\n#boardsize 3 3\n#lines\n(1,1) (2,1) (3,1)\n#links\n(3,1) (3,3) (1,1)\n";
  const auto number = [&](const std::string& condition) {
    return blacks(grounded(board + "#actions\n:action go\n:parameters ?p ?q\n:precondition " +
                           condition + "\n:effect open(?p) open(?q)\n#init\n"))
        .size();
  };
  EXPECT_EQ(number("own(?p) own(?q)"), 10u) << "four squares; pairs, each once, and alone";
  EXPECT_EQ(number("own(?p) open(?q) next(?p,?q)"), 8u);
  EXPECT_EQ(number("own(?p) open(?q) line(?p,(2,1),?q)"), 2u);
  EXPECT_EQ(number("own(?p) open(?q) line(?p,?q,(1,1))"), 1u);
  EXPECT_EQ(grounding_error(board + "#mirror turn\n#actions\n#init\n"),
            "g:7:1: this mirror takes b3 to b1, where there is no square.");
  EXPECT_EQ(grounding_error(board + "#actions\n#init black(2,2)\n"),
            "g:8:7: there is no such square on this board.");
}

TEST(Ground, AnyIsMultipliedOutWhileItIsShort) {
  const GroundGame g = grounded(rules_with("?p", "own(?p) any ?d=side (other(?p+?d))", "open(?p)"));
  // Three ways for each of the squares in the middle, once each: left, right.
  EXPECT_EQ(blacks(g).size(), 12u);
  // A long one stays as it is.
  const GroundGame other = grounded(
      rules_with("?p", "own(?p) any ?q (any ?r (other-man(?q) other-king(?r)))", "open(?p)"));
  EXPECT_EQ(blacks(other).size(), 9u);
  EXPECT_EQ(blacks(other)[0].rest.type, GroundCondition::Type::any);
}

TEST(Ground, TakesSplitOnlyWhereItMakesADifference) {
  // To the hand, or nothing there: three actions.
  const GroundGame hand = grounded(rules_with("", "NOT(own(1,1))", "take(1,1) own-man(1,1)"));
  ASSERT_EQ(blacks(hand).size(), 2u);
  EXPECT_EQ(blacks(hand)[0].before, (Before{{6, white}}));
  EXPECT_EQ(blacks(hand)[0].hands_after, (std::vector<HandChange>{{false, 0, 1}}));
  EXPECT_EQ(blacks(hand)[0].hands_before, (std::vector<HandDemand>{{false, 0, 0, 14}}));
  EXPECT_EQ(blacks(hand)[1].before, (Before{{6, open}}));
  // Without hands it is one.
  std::string text = rules_with("", "NOT(own(1,1))", "take(1,1) own-man(1,1)");
  text.erase(text.find("#hands"), std::string("#hands man=man,king\n").size());
  EXPECT_EQ(blacks(grounded(text)).size(), 1u);
  // An own piece stays.
  std::string stays = rules_with("", "", "take(1,1)");
  stays.erase(stays.find("#hands"), std::string("#hands man=man,king\n").size());
  const GroundGame g = grounded(stays);
  ASSERT_EQ(blacks(g).size(), 2u);
  EXPECT_EQ(blacks(g)[0].before, (Before{{6, open | black}}));
  EXPECT_TRUE(blacks(g)[0].after.empty());
  EXPECT_EQ(blacks(g)[1].after, (After{{6, open_square}}));
}

TEST(Ground, BecomesCopies) {
  const GroundGame g =
      grounded(rules_with("", "own(1,1)", "becomes(1,1,2,1) becomes((2,1),(1,1))"));
  ASSERT_EQ(blacks(g).size(), 1u);
  EXPECT_EQ(blacks(g)[0].copies, (std::vector<std::pair<int, int>>{{6, 7}, {7, 6}}));
  const GroundGame known = grounded(rules_with("", "own-man(1,1)", "becomes((2,1),(1,1))"));
  EXPECT_TRUE(blacks(known)[0].copies.empty());
  EXPECT_EQ(blacks(known)[0].after, (After{{7, black_man}}));
}

TEST(Ground, HandsAreDemandedAndChanged) {
  const GroundGame g = grounded(rules_with("", "hand(own,man)<=3 open(1,1)",
                                           "hand(own,man)-2 own-man(1,1)", "#mirror turn\n"));
  ASSERT_EQ(blacks(g).size(), 1u);
  EXPECT_EQ(blacks(g)[0].hands_before, (std::vector<HandDemand>{{false, 0, 2, 3}}));
  EXPECT_EQ(g.sides[1].actions[0].hands_before, (std::vector<HandDemand>{{true, 0, 2, 3}}));
  EXPECT_TRUE(blacks(grounded(rules_with("", "hand(own,man)=1", "hand(own,man)-2"))).empty());
}

TEST(Ground, CountsRemainInTheRest) {
  const GroundGame g =
      grounded(rules_with("", "count(own)>count(other-king) own(1,1)", "open(1,1)"));
  ASSERT_EQ(blacks(g).size(), 1u);
  const GroundCondition& rest = blacks(g)[0].rest;
  EXPECT_EQ(rest.type, GroundCondition::Type::compare);
  EXPECT_EQ(rest.compared->left.counted, black);
  EXPECT_EQ(rest.compared->left.squares, g.grid.all());
  EXPECT_EQ(rest.compared->right.counted, ContentSet::of(content_of(1, true)));
}

TEST(Ground, ClausesHaveConditionsOfTheirOwn) {
  const GroundGame g = grounded(
      rules_with("?p", "own-man(?p)", "open(?p) each ?d=side (when (other(?p+?d)) (open(?p+?d)))"));
  ASSERT_EQ(blacks(g).size(), 9u);
  EXPECT_EQ(blacks(g)[0].clauses.size(), 1u);
  EXPECT_EQ(blacks(g)[1].clauses.size(), 2u);
  EXPECT_EQ(blacks(g)[1].clauses[0].change.after, (After{{2, open_square}}));
  // What holds always is no clause, and what cannot hold is none either.
  const GroundGame known = grounded(rules_with(
      "?p", "own(?p)", "when (NOT(other(?p))) (open(?p)) when (open(?p)) (own-man(?p))"));
  EXPECT_TRUE(blacks(known)[0].clauses.empty());
  EXPECT_EQ(blacks(known)[0].after, (After{{0, open_square}}));
}

// (Two clauses may take one piece: whichever does, it comes to hand once.)
TEST(Ground, APieceComesToHandOnce) {
  const GroundGame g = grounded(
      rules_with("", "own(1,1)", "when (own(2,1)) (take(1,2)) when (own(2,2)) (take(1,2))"));
  ASSERT_EQ(blacks(g).size(), 1u);
  int to_hand = 0;
  PlainPosition p;
  for (const int square : {4, 6, 7}) p.squares[static_cast<std::size_t>(square)] = black_man;
  p.squares[3] = white_man;
  for (const Clause& clause : blacks(g)[0].clauses)
    if (holds(g, clause.when, p)) to_hand += static_cast<int>(clause.change.hands.size());
  EXPECT_EQ(to_hand, 1);
}

TEST(Ground, TurnsOfSeveralParts) {
  const GroundGame g = grounded(rules_with(
      "?p", "own(?p)", "open(?p)",
      ":then more (count(own)=1)\n:action more\n:parameters ?p\n:precondition other(?p)\n"
      ":effect open(?p)\n:then last\n:action last :otherwise\n:precondition\n:effect\n"));
  const auto& actions = blacks(g);
  ASSERT_EQ(actions.size(), 19u);
  EXPECT_EQ(actions[0].part, 0);
  EXPECT_EQ(actions[9].part, 1);
  EXPECT_EQ(actions[18].part, 2);
  EXPECT_TRUE(actions[18].otherwise);
  EXPECT_EQ(actions[0].then->next, (std::vector<std::pair<int, int>>{{9, 18}}));
  EXPECT_EQ(actions[9].then->next, (std::vector<std::pair<int, int>>{{18, 19}}));
  EXPECT_FALSE(actions[18].then);
}

TEST(Ground, EndsAreFilledInForBothSides) {
  const GroundGame g =
      grounded(rules_with("?p", "own(?p)", "open(?p)",
                          "#mirror turn\n#goals own-king(1,1)\n#illegal attacked((1,1))\n"
                          "#stuck\nloss own(1,1)\n"));
  ASSERT_EQ(g.sides[1].ends.size(), 1u);
  EXPECT_EQ(g.sides[1].ends[0].when.at(0).squares,
            (Before{{2, ContentSet::of(content_of(1, true))}}));
  const GroundDemand& illegal = g.sides[1].illegal.at(0).when.at(0);
  EXPECT_EQ(illegal.squares, (Before{{2, white}}));
  EXPECT_EQ(illegal.rest.type, GroundCondition::Type::attacked);
  EXPECT_TRUE(illegal.rest.white);
  ASSERT_EQ(g.sides[0].stuck.size(), 2u);
  EXPECT_EQ(g.sides[0].stuck[1].result, tree::Result::draw) << "there is a goal";
  EXPECT_EQ(grounded(rules_with("?p", "own(?p)", "open(?p)")).sides[0].stuck.at(0).result,
            tree::Result::loss);
}

TEST(Ground, TextsAreFilledIn) {
  const GroundGame g = grounded(rules_with("?p ?n=2..2 ?d=side ?k=king", "own(?p+?n?d)", "open(?p)",
                                           ":text ?k?p>?p+?n?d(?n)\n#mirror turn\n"));
  EXPECT_EQ(blacks(g)[0].text, "Ka1>c1(2)");
  EXPECT_EQ(g.sides[1].actions[0].text, "Kc3>a3(2)");
}

TEST(Ground, TheStart) {
  const GroundGame g =
      grounded(rules_with("?p", "own(?p)", "open(?p)") +
               "black-man(?x,ymax) white-king(2,1) hand(white,man)=4\n#turn white\n");
  ASSERT_TRUE(g.start);
  EXPECT_EQ(g.start->squares[2], black_man);
  EXPECT_EQ(g.start->squares[7], content_of(1, true));
  EXPECT_EQ(g.start->hands[1][0], 4);
  EXPECT_TRUE(g.start->white_to_move);
  EXPECT_EQ(grounding_error(rules_with("?p", "own(?p)", "open(?p)") +
                            "black-man(1,1) white-man(xmin,ymin)\n"),
            "g:14:16: two pieces stand on a3.");
}

TEST(Ground, DoubleEffectsAreErrors) {
  EXPECT_EQ(grounding_error(rules_with("?p ?n=1..2 ?d=side", "own(?p)",
                                       "open(?p) own-man(2,1) other-man(?p+?n?d)")),
            "g:9:9: action go sets b3 to two things (?p=a3, ?n=1, ?d=(1,0)).");
  EXPECT_EQ(grounding_error(rules_with("", "", "becomes((1,1),(2,1)) open(1,1)")),
            "g:9:9: action go sets a3 to two things.");
  EXPECT_EQ(grounding_error(
                rules_with("", "", "when (own(2,1)) (open(1,1)) when (own(3,1)) (own-man(1,1))")),
            "g:9:9: action go sets a3 to two things.");
  EXPECT_NO_THROW(
      grounded(rules_with("", "", "when (own(2,1)) (open(1,1)) when (other(2,1)) (own-man(1,1))")));
  EXPECT_NO_THROW(grounded(rules_with("?p", "open(?p) own(?p)", "open(?p) own-man(?p)")))
      << "it can never be played";
  EXPECT_NO_THROW(grounded(rules_with("", "", "own-man(1,1) own-man(1,1)")));
}

TEST(Ground, WarnsOfWhatCanNeverBe) {
  EXPECT_EQ(
      grounded(rules_with("?p", "open(?p) own(?p)", "open(?p)", "#goals own(1,1) open(1,1)\n"))
          .warnings,
      (std::vector<std::string>{"g:13:8: this line can hold nowhere.",
                                "g:9:9: action go can never be played."}));
}

TEST(Ground, WarnsOfGoalsOfTheOtherSide) {
  const std::string push =
      rules_with("?p ?d=ahead", "own(?p) other(?p+?d)", "open(?p) own-man(?p+?d) other-man(?p-?d)",
                 "#mirror turn\n#goals own(1,1)\n");
  EXPECT_EQ(
      grounded(push).warnings,
      (std::vector<std::string>{
          "g:9:9: White's go can bring about Black's goal in line 14, where only Black's moves "
          "are looked at; add a line under #losses."}));
}

// What a clause opens is the other side's, since that is its condition.
TEST(Ground, DoesNotWarnOfCustodialCaptures) {
  EXPECT_TRUE(grounded(test::hasami_4x4).warnings.empty());
}

TEST(Ground, RefusesWhatStandsForTooMuch) {
  const std::string big = "#bddl 2\n#boardsize 8 8\n#actions\n:action go\n:parameters ";
  EXPECT_EQ(grounding_error(big + "?p ?q ?r\n:precondition own(?p) open(?q) other(?r)\n"
                                  ":effect own(?q)\n#init\n"),
            "g:4:9: with action go the rules stand for more than 262144 single moves and "
            "conditions; use fewer variables.");
  EXPECT_EQ(
      grounding_error(big + "\n:precondition any ?p (any ?q (any ?r (any ?s (own(?p) own(?q)))))\n"
                            ":effect\n#init\n"),
      "g:6:55: the rules stand for too much: their variables have too many values together.");
  const std::string clauses = "each ?p (each ?q (when (own(?p) own(?q)) (open(1,1))))";
  EXPECT_EQ(grounding_error(big + "\n:precondition\n:effect " + clauses + "\n#init\n"),
            "g:7:27: action go has more than 64 clauses (when, each).");
}

TEST(Ground, CountsOfTheGamesThatAreShipped) {
  const std::map<std::string, int> expected = {{"dobutsu", 171},
                                               {"dodgem", 21},
                                               {"tapatan", 41},
                                               {"pong-hau-ki", 14},
                                               {"quixo", 20},
                                               {"hexapawn", 14},
                                               {"three-mens-morris", 33},
                                               {"six-mens-morris", 120},
                                               {"nine-mens-morris", 760}};
  for (const char* name : test::shipped_version_2_games) {
    const GroundGame g = ground(parse_version_2(test::version_2_game(name), name));
    const auto count = expected.find(name);
    if (count != expected.end()) {
      EXPECT_EQ(static_cast<int>(blacks(g).size()), count->second) << name;
    }
    // (Hare and hounds move by rules of their own.)
    if (std::string_view(name) != "hare-and-hounds") {
      EXPECT_EQ(blacks(g).size(), g.sides[1].actions.size()) << name;
    }
    EXPECT_EQ(g.warnings, std::vector<std::string>()) << name;
  }
}

}  // namespace
}  // namespace zermelo::bddl
