// SPDX-License-Identifier: MIT
// The published sizes and counts of S. van Dijk's thesis, and counts without diagrams.
#include "symbolic/othello/othello_thesis.h"

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

// The published numbers are from a library with complement edges. Without them there is certainly
// one more terminal; how many more nodes there are varies.
void expect_nodes(std::uint64_t nodes, std::uint64_t published, std::uint64_t without_edges) {
  EXPECT_EQ(nodes, has_complement_edges() ? published : without_edges);
}

TEST(OthelloThesis, SizesOfTable71) {
  const ThesisSizes standard = thesis_sizes(options(4, 4, false), true);
  expect_nodes(standard.initial_nodes, 34, 35);
  expect_nodes(standard.relation_nodes, 215'801, 215'803);
  expect_nodes(standard.won_nodes, 45'478, 45'480);
  EXPECT_LT(standard.won_states_nodes, standard.won_nodes);
  EXPECT_EQ(standard.won_states, 901'134u);
  const ThesisSizes three_terms = thesis_sizes(options(4, 4, true), true);
  expect_nodes(three_terms.initial_nodes, 22, 23);
  expect_nodes(three_terms.relation_nodes, 192'422, 192'424);
  expect_nodes(three_terms.won_nodes, 32'636, 32'656);
  EXPECT_EQ(three_terms.won_states_nodes, three_terms.won_nodes);
  EXPECT_EQ(three_terms.won_states, 901'134u);
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
  expect_nodes(five.peak_nodes, 15'656, 15'659);
  EXPECT_EQ(five.iterations.size(), 13u);
  EXPECT_EQ(five.reachable, 62'789u);
  EXPECT_EQ(five.start_is_won, true);
  o.algorithm = ThesisAlgorithm::backward_reachable;
  const ThesisResult three = run_thesis(o, {});
  expect_nodes(three.peak_nodes, 37'298, 37'389);
  EXPECT_EQ(three.iterations.size(), 8u);
  EXPECT_EQ(three.start_is_won, true);
  o.algorithm = ThesisAlgorithm::reachable;
  const ThesisResult one = run_thesis(o, {});
  EXPECT_EQ(one.reachable, 62'789u);
  EXPECT_EQ(one.iterations.back().states, 62'789u);
  EXPECT_FALSE(one.start_is_won.has_value());
}

// All five algorithms find the same, in every encoding and order, on a board where that is quick.
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
