// SPDX-License-Identifier: MIT
// The two forms of the transition relation. That the algorithms find the same with both is tested
// in othello_thesis_test.cpp.
#include "othello_thesis/thesis_moves.h"

#include <gtest/gtest.h>

#include <vector>

#include "symbolic/bdd/model_bdd.h"

namespace zermelo::symbolic {
namespace {

OthelloModelOptions three_by_three(OthelloModelOptions::Encoding encoding) {
  OthelloModelOptions o;
  o.rows = o.cols = 3;
  o.start_row = o.start_col = 0;
  o.encoding = encoding;
  return o;
}

TEST(ThesisMoves, TheCompleteRelationIsTheUnionOfThePartitionedOnes) {
  for (const auto encoding :
       {OthelloModelOptions::Encoding::standard, OthelloModelOptions::Encoding::three_terms}) {
    const OthelloModel othello(three_by_three(encoding));
    const BddManager manager(othello.model().variables());
    const std::vector<Bdd> parts = partitioned_relation(othello);
    ASSERT_EQ(parts.size(), 3 * 3 + 1u);
    Bdd discs;
    for (std::size_t s = 0; s < 9; ++s) discs |= parts[s];
    EXPECT_TRUE(complete_relation(othello, ThesisStep::disc) == discs);
    EXPECT_TRUE(complete_relation(othello, ThesisStep::pass) == parts.back());
    EXPECT_TRUE(complete_relation(othello, ThesisStep::any) == (discs | parts.back()));
    // A pass is a step only where there is no other.
    EXPECT_TRUE((discs & parts.back()).is_false());
  }
}

// Equation 4.12 lets a side pass that cannot put a disc even when the game has ended, and read
// literally (p and not p') only one of the sides. The published relation of 4x4, 192,422 nodes, has
// passes of both, but not those.
TEST(ThesisMoves, TheThesissProgramPassesAsTheRulesSay) {
  OthelloModelOptions o;
  o.encoding = OthelloModelOptions::Encoding::three_terms;
  const OthelloModel othello(o);
  const Model& model = othello.model();
  const BddManager manager(model.variables());
  const Bdd discs = complete_relation(othello, ThesisStep::disc);
  const Bdd passes = complete_relation(othello, ThesisStep::pass);
  EXPECT_EQ(size_of(discs | passes).nodes, 192'422u);
  std::vector<int> next;
  for (int k = 0; k < model.variables(); ++k) next.push_back(2 * k + 1);
  ModelBdds bdds(model);
  const Bdd deadlocks = !exists(discs, variables_at(next));
  const Bdd literal =
      deadlocks & bdds.of(othello.board_unchanged()) & bdds.of(othello.turn_changes());
  EXPECT_EQ(size_of(discs | literal).nodes, 88'227u);
  for (const Side side : both_sides)
    EXPECT_EQ(size_of(discs | (literal & turn_is(side, model.turn))).nodes, 53'383u);
}

TEST(ThesisMoves, BothFormsLeadToAndFromTheSameStates) {
  const OthelloModel othello(three_by_three(OthelloModelOptions::Encoding::three_terms));
  const BddManager manager(othello.model().variables());
  const SymbolicGame game(othello.model());
  const ThesisMoves parts(othello, game, ThesisRelation::partitioned);
  const ThesisMoves whole(othello, game, ThesisRelation::complete);
  States states;
  states[black] = game.initial();
  for (int ply = 0; ply < 4; ++ply) {
    for (const ThesisStep step : {ThesisStep::any, ThesisStep::disc, ThesisStep::pass}) {
      const States next = parts.successors(states, step);
      EXPECT_TRUE(whole.successors(states, step) == next);
      for (const Side side : both_sides) {
        const Bdd before = parts.predecessors(next[other(side)], side, step, game.boards());
        EXPECT_TRUE(whole.predecessors(next[other(side)], side, step, game.boards()) == before);
        // Wherever a step leads on, it leads back to.
        EXPECT_TRUE(((states[side] & parts.can_move(side, step)) - before).is_false());
      }
    }
    states = parts.successors(states, ThesisStep::any);
    EXPECT_FALSE(states == States{});
  }
}

}  // namespace
}  // namespace zermelo::symbolic
