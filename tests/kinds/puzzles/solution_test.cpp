// SPDX-License-Identifier: MIT
// Solutions of puzzles against the brute force, move by move, and their difficulty.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "probe/table.h"
#include "tests/reference/puzzle_reference.h"
#include "tests/reference/text_symmetry.h"
#include "tests/support/mined_puzzles.h"

namespace zermelo {
namespace {

using reference::PuzzleMove;
using reference::PuzzleReference;
using reference::recoloured;
using reference::ReferenceValue;
using test::mined;

class PuzzleSolutions : public test::MinedTable {};

// Compares solutions with the brute force, node by node.
class SolutionCheck {
 public:
  SolutionCheck(const PuzzleReference& reference, Defences defences)
      : reference_(reference), defences_(defences) {}

  // `state` has Black as the mover, whichever side that is in the nodes.
  void check(const std::string& state, const std::vector<SolutionNode>& nodes, bool solver_moves,
             bool white_to_move) {
    if (testing::Test::HasFatalFailure()) return;
    std::map<std::string, PuzzleMove> legal;
    ReferenceValue best{-2, 0};
    for (PuzzleMove& m : reference_.moves(state)) {
      if (better(m.value, best)) best = m.value;
      legal.emplace(m.text, std::move(m));
    }
    std::set<std::string> listed, wanted;
    for (const auto& [text, m] : legal) {
      const bool equal = m.value.outcome == best.outcome && m.value.plies == best.plies;
      if (equal || (!solver_moves && defences_ == Defences::all)) wanted.insert(text);
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      listed.insert(nodes[i].move);
      listed.insert(nodes[i].same.begin(), nodes[i].same.end());
      if (i > 0) {
        ASSERT_GE(nodes[i - 1].value, nodes[i].value) << state;
      }
    }
    ASSERT_EQ(listed, wanted) << state;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const PuzzleMove& m = legal.at(nodes[i].move);
      ASSERT_EQ(static_cast<int>(nodes[i].value.outcome()), m.value.outcome) << state;
      ASSERT_EQ(nodes[i].value.plies(), m.value.plies) << state;
      for (const std::string& same : nodes[i].same) {
        ASSERT_EQ(m.result(), legal.at(same).result()) << state;
      }
      const bool ends = m.next == "win" || m.next == "loss";
      ASSERT_EQ(nodes[i].state, ends ? "" : white_to_move ? m.next : recoloured(m.next));
      if (ends || (solver_moves && i > 0)) {
        ASSERT_TRUE(nodes[i].replies.empty()) << state;
      } else {
        check(m.next, nodes[i].replies, !solver_moves, !white_to_move);
      }
    }
  }

 private:
  static bool better(ReferenceValue a, ReferenceValue b) {
    if (a.outcome != b.outcome) return a.outcome > b.outcome;
    return a.outcome > 0 ? a.plies < b.plies : a.plies > b.plies;
  }

  const PuzzleReference& reference_;
  Defences defences_;
};

TEST_F(PuzzleSolutions, SolutionsAreThoseOfTheBruteForce) {
  for (const Defences defences : {Defences::best, Defences::all}) {
    const auto puzzles = mined(table(), {.win_in = ValueRange{1, 7}},
                               {.solution = {.defences = defences, .max_nodes = 1 << 20}});
    ASSERT_GT(puzzles.size(), 100u);
    SolutionCheck check(reference(), defences);
    for (const Puzzle& p : puzzles) {
      ASSERT_FALSE(p.solution.cut) << p.position;
      check.check(p.position, p.solution.keys, true, false);
      if (HasFatalFailure()) return;
    }
  }
}

// The moves of the first line.
std::vector<std::string> main_line(const Solution& solution) {
  std::vector<std::string> line;
  for (const auto* nodes = &solution.keys; !nodes->empty(); nodes = &nodes->front().replies) {
    line.push_back(nodes->front().move);
  }
  return line;
}

int count_nodes(const std::vector<SolutionNode>& nodes) {
  int count = static_cast<int>(nodes.size());
  for (const SolutionNode& node : nodes) count += count_nodes(node.replies);
  return count;
}

bool any_cut(const std::vector<SolutionNode>& nodes) {
  return std::ranges::any_of(
      nodes, [](const SolutionNode& node) { return node.cut || any_cut(node.replies); });
}

TEST_F(PuzzleSolutions, ALargeSolutionIsCutButNeverItsMainLine) {
  int cut = 0, whole = 0;
  for (const int most : {1, 30}) {
    for (const Puzzle& p : mined(table(), {}, {.solution = {Defences::all, most}})) {
      ASSERT_EQ(static_cast<int>(main_line(p.solution).size()), p.value.plies()) << p.position;
      ASSERT_EQ(p.solution.cut, any_cut(p.solution.keys)) << p.position;
      ASSERT_LE(count_nodes(p.solution.keys), most + p.value.plies() + 24) << p.position;
      ++(p.solution.cut ? cut : whole);
    }
  }
  EXPECT_GT(cut, 0);
  EXPECT_GT(whole, 0);
}

TEST_F(PuzzleSolutions, TheMainLineIsTheTablesLine) {
  for (const Puzzle& p : mined(table(), {.win_in = ValueRange{9, 30}})) {
    ASSERT_EQ(main_line(p.solution), table().line(p.position).moves);
    ASSERT_EQ(main_line(table().solution(p.position)), main_line(p.solution));
  }
}

TEST_F(PuzzleSolutions, DrawsAreHeldAndTheirCapturesRefuted) {
  const auto puzzles = mined(table(), {.capture_refused = true});
  ASSERT_FALSE(puzzles.empty());
  for (const Puzzle& p : puzzles) {
    std::set<std::string> holding, losing, keys, refuted;
    for (const PuzzleMove& m : reference().moves(p.position)) {
      if (m.value.outcome == 0) holding.insert(m.text);
      if (m.takes) losing.insert(m.text);
    }
    for (const SolutionNode& node : p.solution.keys) {
      keys.insert(node.move);
      keys.insert(node.same.begin(), node.same.end());
    }
    for (const SolutionNode& node : p.solution.refuted) {
      refuted.insert(node.move);
      refuted.insert(node.same.begin(), node.same.end());
      std::string state = node.state;
      int plies = node.value.plies();
      for (const auto* n = &node; !n->replies.empty(); n = &n->replies.front()) {
        ASSERT_EQ(n->replies.size(), 1u);
        ASSERT_EQ(n->replies.front().value.plies(), --plies);
      }
      ASSERT_EQ(plies, 1) << p.position;
    }
    ASSERT_EQ(keys, holding);
    ASSERT_EQ(refuted, losing);
  }
}

TEST_F(PuzzleSolutions, ALostPositionHasASolutionToo) {
  int lost = 0;
  for (const std::string& p : reference().positions()) {
    const ReferenceValue v = reference().value(p);
    if (v.outcome >= 0 || v.plies > 4) continue;
    SolutionCheck(reference(), Defences::best)
        .check(p, table().solution(p, {.max_nodes = 1 << 20}).keys, false, false);
    if (HasFatalFailure()) return;
    ++lost;
  }
  EXPECT_GT(lost, 100);
}

TEST_F(PuzzleSolutions, DifficultyIsTheChanceOfABeginner) {
  bool easy = false, hard = false;
  for (const bool draws : {false, true}) {
    for (const Puzzle& p : mined(table(), {.capture_refused = draws})) {
      std::vector<std::string> line = main_line(p.solution);
      if (draws) line.resize(1);
      ASSERT_NEAR(p.difficulty, reference().difficulty(p.position, line), 1e-9) << p.position;
      easy = easy || p.difficulty < 0.5;
      hard = hard || p.difficulty > 10;
    }
  }
  EXPECT_TRUE(easy && hard);
}

}  // namespace
}  // namespace zermelo
