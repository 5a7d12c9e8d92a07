// SPDX-License-Identifier: MIT
// Moves, lines, solutions, luring and grades of games whose sides need not take turns, against
// plain readings of random graphs.
#include "kinds/own/moves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "probe/grade.h"
#include "probe/lure.h"
#include "probe/puzzle_page.h"
#include "probe/table.h"
#include "tests/kinds/own/plain_graph.h"

namespace zermelo {
namespace {

using own_test::for_graphs;
using own_test::GraphKind;
using own_test::GraphTable;
using own_test::PlainGraph;

// --- Moves and lines

template <GraphKind kind>
void compare_moves() {
  for_graphs<kind>(60, [](const GraphTable<kind>& g) {
    for (const int node : g.plain.nodes()) {
      const std::string state = std::to_string(node);
      const std::vector<MoveValue> moves = g.table.moves(state);
      const std::vector<PlainGraph::Move> expected = g.plain.moves(node);
      ASSERT_EQ(moves.size(), expected.size()) << state;
      for (std::size_t i = 0; i < moves.size(); ++i) {
        ASSERT_EQ(moves[i].after, std::to_string(expected[i].node)) << state;
        ASSERT_EQ(moves[i].value, expected[i].value) << state << ", move " << i;
        ASSERT_EQ(moves[i].result.empty(), expected[i].ends);
      }
    }
  });
}
TEST(OwnTurns, MovesOfPlies) { compare_moves<GraphKind::plies>(); }
TEST(OwnTurns, MovesOfScores) { compare_moves<GraphKind::scores>(); }
TEST(OwnTurns, MovesOfPuzzles) { compare_moves<GraphKind::puzzle>(); }

template <GraphKind kind>
void compare_lines() {
  for_graphs<kind>(60, [](const GraphTable<kind>& g) {
    for (int node : g.plain.nodes()) {
      const Line line = g.table.line(std::to_string(node));
      ASSERT_EQ(line.moves.size(), line.moves_again.size());
      std::set<int> seen;
      bool over = false;
      for (std::size_t i = 0; i < line.moves.size(); ++i) {
        ASSERT_FALSE(over);
        seen.insert(node);
        const PlainGraph::Move best = g.plain.best(node).front();
        ASSERT_EQ(line.moves[i], g.plain.move_text(node, best.node));
        ASSERT_EQ(line.moves_again[i], best.again);
        over = best.ends;
        node = best.node;
      }
      ASSERT_EQ(line.complete, over);
      ASSERT_TRUE(over || seen.contains(node)) << "the line is cut";
    }
  });
}
TEST(OwnTurns, LinesOfPlies) { compare_lines<GraphKind::plies>(); }
TEST(OwnTurns, LinesOfScores) { compare_lines<GraphKind::scores>(); }
TEST(OwnTurns, LinesOfPuzzles) { compare_lines<GraphKind::puzzle>(); }

// --- Solutions

std::string text_of(const std::vector<SolutionNode>& nodes) {
  std::string text = "[";
  for (const SolutionNode& node : nodes) {
    text += node.move + "=" + to_string(node.value) + (node.moves_again ? "+" : "");
    if (!node.replies.empty()) text += text_of(node.replies);
    text += " ";
  }
  return text + "]";
}

template <GraphKind kind>
void compare_solutions() {
  int trees = 0, with_extra_turns = 0;
  for_graphs<kind>(80, [&](const GraphTable<kind>& g) {
    for (const int node : g.plain.nodes()) {
      const Solution solution = g.table.solution(std::to_string(node));
      const Value value = g.plain.value(node);
      ASSERT_EQ(solution.value, value);
      if (value.is_draw() || solution.cut) continue;
      const int mover = g.plain.mover(node);
      const std::string expected = g.plain.tree(node, value.is_win() ? mover : 1 - mover);
      ASSERT_EQ(text_of(solution.keys), expected) << node;
      ++trees;
      with_extra_turns += expected.find('+') == std::string::npos ? 0 : 1;
    }
  });
  EXPECT_GT(trees, 100);
  EXPECT_GT(with_extra_turns, 50);
}
TEST(OwnTurns, SolutionsOfPlies) { compare_solutions<GraphKind::plies>(); }
TEST(OwnTurns, SolutionsOfPuzzles) { compare_solutions<GraphKind::puzzle>(); }

// Follows a tree of a game with scores: every move keeps the value, as far as the tree goes.
void expect_kept(const PlainGraph& plain, const std::vector<SolutionNode>& nodes, int at) {
  for (const SolutionNode& node : nodes) {
    const std::vector<PlainGraph::Move> best = plain.best(at);
    const auto played = std::ranges::find_if(
        best, [&](const PlainGraph::Move& m) { return plain.move_text(at, m.node) == node.move; });
    ASSERT_NE(played, best.end()) << at << " " << node.move;
    ASSERT_EQ(node.value, played->value);
    ASSERT_EQ(node.moves_again, played->again);
    ASSERT_EQ(node.state.empty(), played->ends);
    if (!node.replies.empty()) expect_kept(plain, node.replies, played->node);
  }
}

TEST(OwnTurns, SolutionsOfScores) {
  int whole = 0, cut = 0;
  for_graphs<GraphKind::scores>(80, [&](const GraphTable<GraphKind::scores>& g) {
    for (const int node : g.plain.nodes()) {
      if (g.plain.value(node).is_draw()) continue;
      const Solution solution = g.table.solution(std::to_string(node));
      ASSERT_NO_FATAL_FAILURE(expect_kept(g.plain, solution.keys, node));
      ASSERT_EQ(solution.keys.size(), g.plain.best(node).size());
      // The main line ends with the game, or comes to a state again and says so.
      const SolutionNode* last = &solution.keys.front();
      while (!last->replies.empty()) last = &last->replies.front();
      ASSERT_TRUE(last->state.empty() || last->cut);
      ++(solution.cut ? cut : whole);
    }
  });
  EXPECT_GT(whole, 50);
  EXPECT_GT(cut, 10);  // (Play for scores may go round in circles.)
}

TEST(OwnTurns, WhatCannotBeSolvedHasNoSolution) {
  int found = 0;
  for_graphs<GraphKind::puzzle>(20, [&](const GraphTable<GraphKind::puzzle>& g) {
    for (const int node : g.plain.nodes()) {
      if (!g.plain.value(node).is_draw()) continue;
      const Solution solution = g.table.solution(std::to_string(node));
      ASSERT_TRUE(solution.keys.empty() && solution.refuted.empty());
      ASSERT_EQ(solution_text(solution, Metric::moves), "There is no solution.\n");
      ++found;
    }
  });
  EXPECT_GT(found, 10);
}

// --- Luring, where sides do not take turns

// What a beginner's chance of changing the result is who picks any move.
double errs(const PlainGraph& plain, int node) {
  const std::vector<PlainGraph::Move> moves = plain.moves(node);
  const auto wins_at_once = [](const PlainGraph::Move& m) { return m.ends && m.value.is_win(); };
  const bool sees_win = std::ranges::any_of(moves, wins_at_once);
  double all = 0, wrong = 0;
  for (const PlainGraph::Move& m : moves) {
    if (sees_win ? !wins_at_once(m) : m.ends && m.value.is_loss()) continue;
    all += 1;
    if (m.value.outcome() != moves.front().value.outcome()) wrong += 1;
  }
  return all > 0 ? wrong / all : 0;
}
// The greatest that the other side's can be after this move, which is a best one, when its turn
// comes.
double other_errs(const PlainGraph& plain, const PlainGraph::Move& move, std::set<int>& seen) {
  if (move.ends) return 0;
  if (!move.again) return errs(plain, move.node);
  double greatest = 0;
  if (!seen.insert(move.node).second) return 0;
  for (const PlainGraph::Move& m : plain.best(move.node))
    greatest = std::max(greatest, other_errs(plain, m, seen));
  return greatest;
}

TEST(OwnTurns, LuringLooksAtTheOtherSide) {
  int again = 0;
  for_graphs<GraphKind::plies>(60, [&](const GraphTable<GraphKind::plies>& g) {
    for (const int node : g.plain.nodes()) {
      const std::vector<PlainGraph::Move> best = g.plain.best(node);
      // (A circle within a turn is entered at one place or another.)
      if (g.plain.value(node).is_draw()) continue;
      double greatest = 0;
      for (const PlainGraph::Move& m : best) {
        std::set<int> seen;
        greatest = std::max(greatest, other_errs(g.plain, m, seen));
        again += m.again ? 1 : 0;
      }
      const std::vector<StyledMove> lured =
          moves_in_style(g.table, std::to_string(node), Style::lure);
      ASSERT_EQ(lured.front().move.value, g.plain.value(node));
      ASSERT_NEAR(lured.front().reply->errs, greatest, 1e-9) << node;
    }
  });
  EXPECT_GT(again, 20);
}

// --- Grading

TEST(OwnTurns, GradesGoToTheSideThatMoves) {
  int moves = 0;
  for_graphs<GraphKind::plies>(30, [&](const GraphTable<GraphKind::plies>& g) {
    int node = 0;
    std::vector<std::string> words;
    std::vector<int> movers;
    std::vector<Value> values;
    for (int ply = 0; ply < 12 && !g.plain.ends(node); ++ply) {
      const PlainGraph::Move made = g.plain.moves(node).back();
      words.push_back(g.plain.move_text(node, made.node));
      movers.push_back(g.plain.mover(node));
      values.push_back(made.value);
      node = made.node;
    }
    const GradedGame graded = grade_game(g.table, words);
    ASSERT_EQ(graded.moves.size(), words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      ASSERT_EQ(graded.moves[i].side, colour_of(movers[i] == 1));
      ASSERT_EQ(graded.moves[i].value, values[i]);
      ++moves;
    }
    ASSERT_EQ(graded.black.moves, std::ranges::count(movers, 0));
  });
  EXPECT_GT(moves, 100);
}

}  // namespace
}  // namespace zermelo
