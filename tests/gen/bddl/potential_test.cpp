// SPDX-License-Identifier: MIT
// The layers of all shipped games, against the moves of positions that play leads to.
#include "gen/bddl/potential.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "gen/bddl/version1_parser.h"
#include "symmetry/bits.h"
#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"

namespace zermelo::bddl {
namespace {

GridRules rules_of(const std::filesystem::path& problem) {
  return GridRules(ground(parse_version_1(test::read_whole(problem.parent_path() / "domain.bddl"),
                                          "domain", test::read_whole(problem), "problem")));
}

// The first positions that play leads to, breadth first, each with the next ones.
template <class Visit>
void for_each_move(const GridRules& rules, std::size_t most, const Visit& visit) {
  std::set<GridPosition> seen = {rules.start()};
  std::vector<GridPosition> queue = {rules.start()};
  for (std::size_t i = 0; i < queue.size() && i < most; ++i) {
    const GridPosition p = queue[i];
    for (const ShiftedAction& action : rules.actions(p.white_to_move)) {
      for_each_square(action.applicable(p), [&](int place) {
        const GridPosition next = action.apply(p, place);
        visit(p, next);
        if (seen.insert(next).second) queue.push_back(next);
      });
    }
  }
}

TEST(Potential, NeverFalls) {
  int layered = 0, others = 0;
  for (const auto& problem : test::problems_in(test::shipped_games)) {
    SCOPED_TRACE(problem);
    const GridRules rules = rules_of(problem);
    const Potential potential(rules);
    EXPECT_EQ(potential(rules.start()), 0);
    const int least = potential.every_move_raises() ? 1 : 0;
    for_each_move(rules, 300, [&](const GridPosition& p, const GridPosition& next) {
      const int raise = potential(next) - potential(p);
      ASSERT_GE(raise, least);
      ASSERT_LE(raise, potential.greatest_raise());
    });
    ++(potential.every_move_raises() ? layered : others);
  }
  EXPECT_GT(layered, 0);
  EXPECT_GT(others, 0);
}

// The name of a layer: a number of pieces, where that is what it counts.
TEST(Potential, CountsPiecesOfGamesThatOnlyAddThem) {
  const auto games = test::shipped_games;
  for (const char* name : {"hex/3x3", "domineering/4x4", "connect/4x4-3"}) {
    SCOPED_TRACE(name);
    const GridRules rules = rules_of(games / (std::string(name) + ".bddl"));
    const Potential potential(rules);
    EXPECT_TRUE(potential.every_move_raises());
    EXPECT_EQ(potential.greatest_raise(), 1);
    for_each_move(rules, 200, [&](const GridPosition&, const GridPosition& next) {
      EXPECT_EQ(potential.pieces(potential(next)), count_bits(next.occupied()));
    });
  }
  for (const char* name : {"breakthrough/3x4", "knightthrough/4x4"}) {
    const Potential potential(rules_of(games / (std::string(name) + ".bddl")));
    EXPECT_TRUE(potential.every_move_raises()) << name;
    EXPECT_FALSE(potential.pieces(1)) << name;
  }
  EXPECT_FALSE(Potential(rules_of(games / "evader/4x4-1-2.bddl")).every_move_raises());
}

// A game that a reflection does not change, in which some weights by rank fall with every move: a
// position and its image, of which one is kept, are in the same layer.
TEST(Potential, IsTheSameForSymmetricPositions) {
  const GridRules rules(ground(parse_version_1(R"(#blackactions
:action takes
:parameters (?x,?y)
:precondition (black(?x,?y) white(?x-1,?y))
:effect (open(?x,?y) black(?x-1,?y))
:action east
:parameters (?x,?y)
:precondition (black(?x,?y) open(?x+1,?y))
:effect (open(?x,?y) black(?x+1,?y))
:action west
:parameters (?x,?y)
:precondition (black(?x,?y) open(?x-1,?y))
:effect (open(?x,?y) black(?x-1,?y))
#whiteactions
:action turns
:parameters (?x,?y)
:precondition (black(?x,?y))
:effect (white(?x,?y))
:action leaves
:parameters (?x,?y)
:precondition (white(?x,?y))
:effect (open(?x,?y))
:action north
:parameters (?x,?y)
:precondition (white(?x,?y) open(?x,?y+1))
:effect (open(?x,?y) white(?x,?y+1))
:action south
:parameters (?x,?y)
:precondition (white(?x,?y) open(?x,?y-1))
:effect (open(?x,?y) white(?x,?y-1))
)",
                                               "domain", R"(#boardsize
2 2
#init
black(2,1)
black(2,2)
#depth
5
#blackgoals
#whitegoals
)",
                                               "problem")));
  ASSERT_GT(rules.symmetries().size(), 1u);
  const Potential potential(rules);
  for_each_move(rules, 1000, [&](const GridPosition& p, const GridPosition& next) {
    EXPECT_LE(potential(p), potential(next));
    for (const GridSymmetry& symmetry : rules.symmetries()) {
      GridPosition image = next;
      image.black = symmetry(next.black);
      image.white = symmetry(next.white);
      EXPECT_EQ(potential(image), potential(next));
    }
  });
}

}  // namespace
}  // namespace zermelo::bddl
