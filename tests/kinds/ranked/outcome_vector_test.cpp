// SPDX-License-Identifier: MIT
#include "kinds/ranked/outcome_vector.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace zermelo::symbolic {
namespace {

constexpr std::uint64_t vector_size = 10007;

OutcomeVector::Code code_at(std::uint64_t rank) {
  return static_cast<OutcomeVector::Code>(rank * rank % 11 % 4);
}

// Threads write every third rank, so that they meet in every word.
TEST(OutcomeVector, HoldsWhatThreadsWrite) {
  OutcomeVector outcomes(vector_size);
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 3; ++t) {
    threads.emplace_back([&outcomes, t] {
      OutcomeVector::Writer writer(outcomes);
      for (std::uint64_t rank = t; rank < vector_size; rank += 3) writer.write(rank, code_at(rank));
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(outcomes.size(), vector_size);
  for (std::uint64_t rank = 0; rank < vector_size; ++rank)
    ASSERT_EQ(outcomes.at(rank), code_at(rank));
  EXPECT_LE(outcomes.memory(), vector_size / 4 + 8);
}

TEST(OutcomeVector, TellsOutcomesForEitherSide) {
  EXPECT_EQ(won_by(black), OutcomeVector::first_wins);
  EXPECT_EQ(won_by(white), OutcomeVector::second_wins);
  for (const Side mover : both_sides) {
    EXPECT_EQ(outcome_for(mover, won_by(mover)), Outcome::win);
    EXPECT_EQ(outcome_for(mover, won_by(other(mover))), Outcome::loss);
    EXPECT_EQ(outcome_for(mover, OutcomeVector::draw), Outcome::draw);
    for (const Outcome outcome : {Outcome::win, Outcome::draw, Outcome::loss})
      EXPECT_EQ(outcome_for(mover, code_for(mover, outcome)), outcome);
  }
}

TEST(OutcomeCounts, AddUp) {
  OutcomeCounts counts, more;
  count_outcome(counts, OutcomeVector::first_wins, true);
  count_outcome(counts, OutcomeVector::draw, false);
  count_outcome(more, OutcomeVector::second_wins, false);
  count_outcome(more, OutcomeVector::second_wins, true);
  counts += more;
  EXPECT_EQ(counts, (OutcomeCounts{1, 2, 1, 2}));
  EXPECT_EQ(counts.boards(), 4u);
  EXPECT_EQ(wins_of(black, counts), 1u);
  EXPECT_EQ(wins_of(white, counts), 2u);
}

}  // namespace
}  // namespace zermelo::symbolic
