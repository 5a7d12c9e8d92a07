// SPDX-License-Identifier: MIT
// Table 7.3. Its larger boards take minutes: scripts/othello-results.sh.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "gen/error.h"
#include "othello_thesis/thesis_ends.h"
#include "tests/support/long_tests.h"

namespace zermelo::symbolic {
namespace {

ThesisOptions growth_board(int rows, int cols) {
  ThesisOptions o;
  o.model.rows = rows;
  o.model.cols = cols;
  o.model.encoding = OthelloModelOptions::Encoding::three_terms;
  o.bdd.memory = std::uint64_t{2} << 30;
  return o;
}

// The nodes of the won states (3T) and the bytes that the thesis prints; on 4x4 it prints 1,072,054
// where its own bytes per state, 1.1397, demand these.
TEST(ThesisGrowth, BytesAreThoseOfTable73) {
  EXPECT_EQ(thesis_bytes(32'636), 1'027'054u);
  EXPECT_EQ(thesis_bytes(222'829), 7'012'428u);
  EXPECT_EQ(thesis_bytes(8'658'163), 272'472'389u);
}

TEST(ThesisGrowth, RowsAreThoseOfTable73) {
  const bool all = test::long_tests();
  const ThesisGrowth growth = thesis_growth(all ? growth_board(5, 6) : growth_board(4, 5), {});
  ASSERT_EQ(growth.boards.size(), all ? 4u : 2u);
  EXPECT_EQ(growth.boards[0].states, 901'134u);
  EXPECT_EQ(growth.boards[0].bytes, 1'027'054u);
  EXPECT_NEAR(growth.boards[0].bytes_per_state, 1.1397, 0.0001);
  EXPECT_FALSE(growth.boards[0].factor.has_value());
  EXPECT_EQ(growth.boards[1].states, 15'172'224u);
  EXPECT_EQ(growth.boards[1].bytes, 7'012'428u);
  EXPECT_NEAR(growth.boards[1].bytes_per_state, 0.46219, 0.00001);
  EXPECT_NEAR(*growth.boards[1].factor, 0.4055, 0.0001);
  if (!all) {
    // Seven more sizes: 5x5, 5x6, ..., 8x8.
    EXPECT_NEAR(*growth.mean_factor, 0.4055, 0.0001);
    EXPECT_NEAR(*growth.bytes_per_state_8x8, 0.46219 * std::pow(0.40552, 7), 1e-6);
    EXPECT_NEAR(*growth.bytes_8x8, 1e22 * *growth.bytes_per_state_8x8, 1e10);
    return;
  }
  EXPECT_EQ(growth.boards[2].states, 464'180'392u);
  EXPECT_EQ(growth.boards[2].all_states, 474'580'992u);
  EXPECT_EQ(growth.boards[2].bytes, 35'523'524u);
  EXPECT_NEAR(growth.boards[2].bytes_per_state, 0.0765, 0.0001);
  EXPECT_NEAR(*growth.boards[2].factor, 0.1655, 0.0001);
  EXPECT_EQ(growth.boards[3].states, 15'563'632'560u);
  EXPECT_EQ(growth.boards[3].bytes, 272'472'389u);
  EXPECT_NEAR(growth.boards[3].bytes_per_state, 0.0175, 0.0001);
}

TEST(ThesisGrowth, OneBoardIsNoGrowth) {
  const ThesisGrowth growth = thesis_growth(growth_board(4, 4), {});
  ASSERT_EQ(growth.boards.size(), 1u);
  EXPECT_FALSE(growth.mean_factor || growth.bytes_per_state_8x8 || growth.bytes_8x8);
}

TEST(ThesisGrowth, OnlyTheBoardsOfItsTableAndThoseAfterThem) {
  for (const auto& [rows, cols] : {std::pair{3, 3}, {5, 4}, {4, 6}, {3, 4}})
    EXPECT_THROW(thesis_growth(growth_board(rows, cols), {}), UsageError);
}

}  // namespace
}  // namespace zermelo::symbolic
