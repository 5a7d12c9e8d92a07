// SPDX-License-Identifier: MIT
// Goals that are left out of formulas: which they are, and that nothing changes without them.
// (Random games: tests/proof/qbf/lifted_test.cpp.)
#include "proof/qbf/possible_goals.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "proof/qbf/lifted.h"
#include "tests/support/bddl_games.h"

namespace zermelo::proof {
namespace {

constexpr char put[] =
    "#blackactions\n:action put\n:parameters (?x,?y)\n:precondition (open(?x,?y))\n"
    ":effect (black(?x,?y))\n#whiteactions\n:action put\n:parameters (?x,?y)\n"
    ":precondition (open(?x,?y))\n:effect (white(?x,?y))\n";
constexpr char slide[] =
    "#blackactions\n:action slide\n:parameters (?x,?y)\n"
    ":precondition (black(?x,?y) open(?x+1,?y))\n:effect (open(?x,?y) black(?x+1,?y))\n"
    "#whiteactions\n:action slide\n:parameters (?x,?y)\n"
    ":precondition (white(?x,?y) open(?x-1,?y))\n:effect (open(?x,?y) white(?x-1,?y))\n";

BoundedGame possible(const char* domain, const std::string& start, const std::string& black_goals,
                     int depth, const std::string& end = "") {
  const std::string problem =
      "#boardsize\n4 1\n#init\n" + start + "\n#blackgoals\n" + black_goals + "#whitegoals\n" + end;
  return with_possible_goals(
      bounded_game({"bddl", {{"domain", domain}, {"problem", problem}}}, depth));
}
std::size_t goals_of(const BoundedGame& game) { return game.goals[symbolic::black].size(); }

TEST(PossibleGoals, AreWithinTheMovesOfTheirSide) {
  const std::string goals = "black(1,1) black(2,1)\nblack(2,1) black(3,1) black(4,1)\n";
  EXPECT_EQ(goals_of(possible(put, "", goals, 1)), 0u);
  EXPECT_EQ(goals_of(possible(put, "", goals, 3)), 1u);
  EXPECT_EQ(goals_of(possible(put, "", goals, 4)), 1u) << "the last step is White's";
  EXPECT_EQ(goals_of(possible(put, "", goals, 5)), 2u);
  EXPECT_EQ(goals_of(possible(put, "", goals, 5, "#blackturn\nsecond\n")), 1u)
      << "the first step is a dummy";
  EXPECT_EQ(goals_of(possible(put, "black(4,1)", goals, 3)), 2u) << "one stone is there";
  EXPECT_EQ(goals_of(possible(put, "", "black(?x,?y) black(?x+1,?y)\n", 1)), 0u);
  EXPECT_EQ(goals_of(possible(put, "black(1,1)", "black(?x,?y) black(?x+1,?y)\n", 1)), 1u);
}

TEST(PossibleGoals, NeedNoSquareThatTheOtherSideKeeps) {
  const std::string goals = "black(1,1) black(2,1)\nblack(3,1)\n";
  EXPECT_EQ(goals_of(possible(put, "white(2,1)", goals, 7)), 1u);
  EXPECT_EQ(goals_of(possible(slide, "white(2,1)", goals, 7)), 2u) << "here it can go away";
}

TEST(PossibleGoals, DoNotContainOthers) {
  const BoundedGame game = possible(
      put, "", "black(1,1) black(2,1) black(3,1)\nblack(2,1) black(1,1)\nblack(1,1) black(2,1)\n",
      7);
  ASSERT_EQ(goals_of(game), 1u);
  EXPECT_EQ(game.goals[symbolic::black].front().size(), 2u);
  // Patterns are compared with nothing: they are about many squares.
  EXPECT_EQ(goals_of(possible(put, "", "black(?x,?y) black(?x+1,?y)\nblack(?x,?y)\n", 7)), 2u);
}

TEST(PossibleGoals, LeaveOutStonesThatStay) {
  const std::string goal = "black(1,1) black(2,1)\n";
  EXPECT_EQ(possible(put, "black(1,1)", goal, 7).goals[symbolic::black].front().size(), 1u);
  EXPECT_EQ(possible(slide, "black(1,1)", goal, 7).goals[symbolic::black].front().size(), 2u);
}

// The paper's authors have as many winning sets in their files for these positions and depths (and
// five and eight more, each containing another one, for hein-16).
TEST(PossibleGoals, OfHeinsPuzzlesAreThePapers) {
  const std::map<std::pair<std::string, int>, std::size_t> published = {
      {{"browne-5x5", 7}, 8},        {{"browne-5x5", 9}, 30},   {{"hein-02-5x5", 11}, 44},
      {{"hein-02-5x5", 13}, 64},     {{"hein-04-3x3", 3}, 1},   {{"hein-04-3x3", 5}, 4},
      {{"hein-06-4x4", 11}, 22},     {{"hein-06-4x4", 13}, 28}, {{"hein-07-4x4", 7}, 14},
      {{"hein-07-4x4", 9}, 25},      {{"hein-08-5x5", 9}, 30},  {{"hein-08-5x5", 11}, 42},
      {{"hein-09-4x4", 5}, 2},       {{"hein-09-4x4", 7}, 12},  {{"hein-10-5x5", 11}, 39},
      {{"hein-10-5x5", 13}, 53},     {{"hein-11-5x5", 9}, 20},  {{"hein-11-5x5", 11}, 28},
      {{"hein-12-4x4", 5}, 5},       {{"hein-12-4x4", 7}, 7},   {{"hein-13-5x5", 7}, 5},
      {{"hein-13-5x5", 9}, 25},      {{"hein-14-5x5", 7}, 12},  {{"hein-14-5x5", 9}, 36},
      {{"hein-15-5x5", 13}, 43},     {{"hein-15-5x5", 15}, 47}, {{"hein-16-5x5", 11}, 40 - 5},
      {{"hein-16-5x5", 13}, 51 - 8}, {{"hein-19-5x5", 9}, 24},  {{"hein-19-5x5", 11}, 42}};
  for (const auto& [instance, sets] : published) {
    const auto& [name, depth] = instance;
    const GameSpec spec = test::bddl_spec(test::shipped_games / "hex" / (name + ".bddl"));
    EXPECT_EQ(goals_of(with_possible_goals(bounded_game(spec, depth))), sets)
        << name << ' ' << depth;
  }
}

}  // namespace
}  // namespace zermelo::proof
