// SPDX-License-Identifier: MIT
// The published sizes and counts of S. van Dijk's thesis, and counts without diagrams.
#include "othello_thesis/othello_thesis.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/reference/othello_ended_games.h"
#include "tests/reference/plain_games.h"
#include "tests/support/long_tests.h"

namespace zermelo::symbolic {
namespace {

ThesisOptions options(int rows, int cols, bool three_terms) {
  ThesisOptions o;
  o.model.rows = rows;
  o.model.cols = cols;
  o.model.start_row = rows / 2 - 1;
  o.model.start_col = cols / 2 - 1;
  o.model.encoding = three_terms ? OthelloModelOptions::Encoding::three_terms
                                 : OthelloModelOptions::Encoding::standard;
  o.bdd.memory = 1 << 30;
  return o;
}

// The published numbers are from a library with complement edges. Any library must give them; how
// many nodes one without such edges has is `in_library`.
void expect_size(const DiagramSize& size, std::uint64_t published, std::uint64_t in_library) {
  EXPECT_EQ(size.nodes, published);
  EXPECT_EQ(size.in_library, has_complement_edges() ? published : in_library);
}

TEST(OthelloThesis, SizesOfTable71) {
  const ThesisSizes standard = thesis_sizes(options(4, 4, false), true);
  expect_size(standard.initial, 34, 35);
  expect_size(*standard.relation, 215'801, 215'803);
  expect_size(standard.program_won, 45'478, 45'480);
  expect_size(standard.won, 38'151, 38'153);
  EXPECT_EQ(standard.won_states, 901'134u);
  const ThesisSizes three_terms = thesis_sizes(options(4, 4, true), true);
  expect_size(three_terms.initial, 22, 23);
  expect_size(*three_terms.relation, 192'422, 192'424);
  expect_size(*three_terms.partitioned, 172'184, 172'186);
  expect_size(three_terms.won, 32'636, 32'656);
  expect_size(three_terms.program_won, 32'636, 32'656);
  EXPECT_EQ(three_terms.won_states, 901'134u);
  EXPECT_EQ(three_terms.program_won_states, 901'134u);
}

// On 3x3 the thesis's program compares with at most three black discs, so boards with four and five
// are missing: 9! / (4! 5!) of them, for both turns.
TEST(OthelloThesis, ItsProgramMissesWinsByOneDiscOnOddBoards) {
  for (const bool white_wins : {false, true}) {
    ThesisOptions o = options(3, 3, true);
    o.white_wins = white_wins;
    const ThesisSizes sizes = thesis_sizes(o, false);
    EXPECT_EQ(sizes.won_states - sizes.program_won_states, 252u);
    EXPECT_FALSE(sizes.relation.has_value());
  }
}

TEST(OthelloThesis, WonStatesAreThoseCountedWithoutDiagrams) {
  for (const auto& [rows, cols] : {std::pair{2, 2}, {2, 5}, {3, 3}, {3, 4}, {4, 3}, {4, 4}}) {
    const std::uint64_t won =
        test::ended_games_won_by_white(test::ended_othello_boards(rows, cols));
    for (const bool three_terms : {false, true}) {
      EXPECT_EQ(thesis_sizes(options(rows, cols, three_terms), false).won_states, won)
          << rows << "x" << cols;
    }
  }
}

// Table 7.2, and the states that play can lead to.
TEST(OthelloThesis, PeaksOfTable72) {
  ThesisOptions o = options(4, 4, true);
  o.algorithm = ThesisAlgorithm::sweep_line_reachable;
  const ThesisResult five = run_thesis(o, {});
  expect_size(five.peak, 15'656, 15'659);
  EXPECT_EQ(five.iterations.size(), 13u);
  EXPECT_EQ(five.reachable, 62'789u);
  EXPECT_EQ(five.start_is_won, true);
  o.algorithm = ThesisAlgorithm::backward_reachable;
  const ThesisResult three = run_thesis(o, {});
  expect_size(three.peak, 37'298, 37'389);
  EXPECT_EQ(three.iterations.size(), 8u);
  EXPECT_EQ(three.start_is_won, true);
  o.algorithm = ThesisAlgorithm::reachable;
  const ThesisResult one = run_thesis(o, {});
  EXPECT_EQ(one.reachable, 62'789u);
  EXPECT_EQ(one.iterations.back().states, 62'789u);
  // Algorithms 1 and 3 unite the reachable states; algorithm 5 keeps 13 diagrams.
  EXPECT_EQ(one.reachable_size->nodes, three.reachable_size->nodes);
  EXPECT_NE(one.reachable_size->nodes, five.reachable_size->nodes);
  EXPECT_FALSE(one.start_is_won.has_value());
}

// All five algorithms find the same, in every encoding and order, on a board where
// that is quick.
TEST(OthelloThesis, AlgorithmsAgreeOnASmallBoard) {
  for (const bool three_terms : {false, true}) {
    for (const bool white_wins : {false, true}) {
      ThesisOptions o = options(3, 4, three_terms);
      o.white_wins = white_wins;
      const auto game = test::plain_othello(3, 4, 2, 2);
      const auto values = game->values();
      // White to move wins, or Black to move loses.
      std::uint64_t won = 0;
      for (const auto& [state, value] : values) {
        won += white_wins == (state.back() == 'w') ? value > 0 : value < 0;
      }
      const bool start_won =
          white_wins ? values.at(game->start()) < 0 : values.at(game->start()) > 0;
      for (const int algorithm : {2, 3, 4, 5}) {
        // One after the other, all combinations of order and turn.
        static int combination = 0;
        for (int n = 0; n < (test::long_tests() ? 2 : 1); ++n, ++combination) {
          o.model.order = static_cast<OthelloModelOptions::Order>(combination % 4);
          o.model.turn = combination / 4 % 2 == 0 ? OthelloModelOptions::Turn::first
                                                  : OthelloModelOptions::Turn::last;
          o.algorithm = static_cast<ThesisAlgorithm>(algorithm);
          const ThesisResult result = run_thesis(o, {});
          EXPECT_EQ(result.start_is_won, start_won);
          if (algorithm == 3) {
            // Games that have ended are in the set, too, and in no list of values.
            EXPECT_GT(result.iterations.back().states, won);
            EXPECT_EQ(result.reachable, game->reachable());
          }
        }
      }
    }
  }
}

void expect_same_sets(const ThesisResult& a, const ThesisResult& b) {
  ASSERT_EQ(a.iterations.size(), b.iterations.size());
  for (std::size_t n = 0; n < a.iterations.size(); ++n) {
    EXPECT_EQ(a.iterations[n].states, b.iterations[n].states);
    EXPECT_EQ(a.iterations[n].size.nodes, b.iterations[n].size.nodes);
  }
  EXPECT_EQ(a.reachable, b.reachable);
  EXPECT_EQ(a.start_is_won, b.start_is_won);
}

// Every set of every algorithm.
TEST(OthelloThesis, TheCompleteRelationLeadsToTheSameSets) {
  for (const bool three_terms : {false, true}) {
    for (const int algorithm : {1, 2, 3, 4, 5}) {
      ThesisOptions o = options(3, 3, three_terms);
      o.model.turn =
          three_terms ? OthelloModelOptions::Turn::last : OthelloModelOptions::Turn::first;
      o.algorithm = static_cast<ThesisAlgorithm>(algorithm);
      const ThesisResult partitioned = run_thesis(o, {});
      o.relation = ThesisRelation::complete;
      expect_same_sets(run_thesis(o, {}), partitioned);
    }
  }
}

TEST(OthelloThesis, StepsAreAsManyAsEquation53Says) {
  for (const auto& [rows, cols] : {std::pair{4, 4}, {4, 5}, {3, 5}, {2, 2}, {8, 8}}) {
    const auto steps = count_thesis_steps(options(rows, cols, true), {});
    ASSERT_EQ(steps.size(), static_cast<std::size_t>(rows * cols));
    for (const StepCount& step : steps) {
      EXPECT_EQ(step.counted, step.formula) << rows << "x" << cols << ", square " << step.square;
    }
  }
  // Exact, where the thesis prints 1.68160e30; and 8.80385e9 where it should be 9.63308e29.
  EXPECT_EQ(to_string(step_count_formula(8, 8, 3 * 8 + 3)).substr(0, 6), "168160");
  EXPECT_EQ(to_string(step_count_formula(8, 8, 0)), "963308244040845343276213462248");
}

}  // namespace
}  // namespace zermelo::symbolic
