// SPDX-License-Identifier: MIT
#include "tablebase/search/depth_search.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

#include "gen/bddl/game.h"
#include "gen/bddl/version1_parser.h"
#include "gen/error.h"
#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"

namespace zermelo {
namespace {

bddl::BddlGame shipped(const std::string& domain, const std::string& problem) {
  return bddl::BddlGame(bddl::GridRules(
      bddl::ground(bddl::parse_version_1(test::read_whole(test::shipped_games / domain), "d",
                                         test::read_whole(test::shipped_games / problem), "p"))));
}

DepthOptions small_memory() {
  DepthOptions options;
  options.memory = std::uint64_t{1} << 24;
  return options;
}

// Positions looked up as a whole are searched like those that have codes, node by node.
TEST(DepthSearch, LooksUpWholePositionsLikeCodes) {
  for (const auto& [domain, problem] :
       {std::pair{"connect/domain.bddl", "connect/3x3-3.bddl"},
        std::pair{"connect/domain.bddl", "connect/4x4-3.bddl"},
        std::pair{"breakthrough/domain.bddl", "breakthrough/2x4-second.bddl"},
        std::pair{"domineering/domain.bddl", "domineering/3x3.bddl"},
        std::pair{"evader/domain.bddl", "evader/4x4-2-3.bddl"}}) {
    SCOPED_TRACE(problem);
    const bddl::BddlGame game = shipped(domain, problem);
    ASSERT_TRUE(has_codes(game));
    const DepthResult coded = DepthSearch<bddl::BddlGame>(game, small_memory()).run(game.start());
    const DepthResult whole =
        DepthSearch<bddl::BddlGame, LookedUpWhole<GridPosition>>(game, small_memory())
            .run(game.start());
    EXPECT_EQ(whole.plies, coded.plies);
    EXPECT_EQ(whole.refuted, coded.refuted);
    EXPECT_EQ(whole.complete, coded.complete);
  }
}

// A board on which 42 squares can be taken: its positions are too many to number, and yet can be
// played and searched.
TEST(DepthSearch, GoesWithoutCodesOnLargeBoards) {
  std::string problem = test::read_whole(test::shipped_games / "connect/6x6-2.bddl");
  problem.replace(problem.find("6 6"), 3, "7 6");
  const bddl::BddlGame game(bddl::GridRules(bddl::ground(bddl::parse_version_1(
      test::read_whole(test::shipped_games / "connect/domain.bddl"), "d", problem, "p"))));
  EXPECT_FALSE(game.has_codes());
  EXPECT_THROW(game.codes(), UsageError);
  EXPECT_TRUE(game.status(game.start()).goes_on());
  const DepthResult found =
      DepthSearch<bddl::BddlGame, LookedUpWhole<GridPosition>>(game, small_memory())
          .run(game.start());
  EXPECT_EQ(found.plies, 3);
}

}  // namespace
}  // namespace zermelo
