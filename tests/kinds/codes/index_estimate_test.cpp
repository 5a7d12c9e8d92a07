// SPDX-License-Identifier: MIT
// What a sample of an index says, against what a search finds.
#include "kinds/codes/index_estimate.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "gen/bddl/piece_game.h"
#include "gen/bddl/version2_parser.h"
#include "kinds/codes/index_explorer.h"
#include "tests/support/version2_games.h"

namespace zermelo {
namespace {

using bddl::PieceGame;

void expect_near(const std::string& rules, bddl::Expand expand, double factor) {
  const PieceGame game(bddl::ground(bddl::parse_version_2(rules, "g.bddl")), expand);
  const IndexEstimate estimate = IndexSample<PieceGame>(game).estimate();
  EXPECT_EQ(estimate.index, game.codes().size());
  EXPECT_GT(estimate.seconds_per_position, 0);
  std::uint64_t reached = 0, valued = 0;
  using Explorer2 = IndexExplorer<PieceGame>;
  for (const ExploredLayer& layer :
       Explorer2(game, Explorer2::Keep::not_won_at_once, 1).run([] {})) {
    reached += layer.reached;
    valued += layer.positions.size();
  }
  EXPECT_LE(static_cast<double>(reached), factor * estimate.reached);
  EXPECT_LE(estimate.reached, factor * static_cast<double>(reached));
  EXPECT_LE(static_cast<double>(valued), factor * estimate.valued);
  EXPECT_LE(estimate.valued, factor * static_cast<double>(valued));
}

TEST(IndexEstimates, AreNearToWhatIsFound) {
  expect_near(test::version_2_game("tapatan"), bddl::Expand::all, 2);
  expect_near(test::version_2_game("quixo"), bddl::Expand::all, 3);
  expect_near(test::version_2_game("dodgem"), bddl::Expand::all, 2);
  expect_near(test::drops_3x3, bddl::Expand::all, 2);
  expect_near(test::drops_3x3, bddl::Expand::lean, 2);
  expect_near(test::drops_3x3, bddl::Expand::lean_by_first_goal, 2);
}

// A game with #material begins with any legal position, so that all of them are reached.
TEST(IndexEstimates, CountPositionsToBeginWith) {
  expect_near(test::version_2_game("kings-and-pieces/krk"), bddl::Expand::all, 1.2);
}

}  // namespace
}  // namespace zermelo
