// SPDX-License-Identifier: MIT
// The search for the shortest win in Ostle against a brute force that shares no code with it.
#include "tablebase/search/dense_depth_search.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "gen/error.h"
#include "probe/game.h"
#include "tests/reference/ostle_reference.h"
#include "tests/support/error_text.h"
#include "tests/support/long_tests.h"
#include "tests/support/small_game.h"

namespace zermelo {
namespace {

using reference::OstleReference;
using reference::ReferenceValue;
using test::SmallGame;

DepthResult search_from(const Game& game, const std::string& start, bool white, int max_plies) {
  DepthOptions options;
  options.start = start;
  options.white = white;
  options.max_plies = max_plies;
  options.memory = std::uint64_t{1} << 24;
  return game.shortest_win()(options).search;
}

struct SearchedGame {
  SmallGame game;
  std::size_t stride;
  bool takes_long = false;
};

class OstleSearchAgreement : public testing::TestWithParam<SearchedGame> {};

// Wins and losses in up to nine plies; of longer ones and of drawn states, that they are not found
// within five.
TEST_P(OstleSearchAgreement, FindsTheWinsOfTheBruteForce) {
  const SmallGame& g = GetParam().game;
  if (GetParam().takes_long && !test::long_tests()) GTEST_SKIP() << "takes long";
  const auto game = make_game(test::spec_of(g));
  const OstleReference brute({g.size, g.start, g.lose, g.total, g.symmetric});
  int wins = 0, losses = 0, others = 0;
  brute.for_each_state(
      [&](const std::string& text, ReferenceValue value) {
        SCOPED_TRACE(text);
        constexpr int most = 9, enough = 5;
        if (value.outcome == 0 || value.plies > most) {
          ++others;
          if (others > 200) return;
          for (const bool white : {false, true}) {
            const DepthResult found = search_from(*game, text, white, enough);
            EXPECT_FALSE(found.plies);
            EXPECT_TRUE(found.complete || found.refuted >= enough - 1);
          }
          return;
        }
        const bool white = value.outcome < 0;
        const DepthResult found = search_from(*game, text, white, 100);
        EXPECT_EQ(found.plies, value.plies);
        EXPECT_LT(found.refuted, value.plies);
        ++(white ? losses : wins);
      },
      GetParam().stride);
  EXPECT_GT(wins, 10);
  EXPECT_GT(losses + others, 10);
}

const auto name_of_searched = [](const testing::TestParamInfo<SearchedGame>& info) {
  return test::name_of(info.param.game);
};
INSTANTIATE_TEST_SUITE_P(Boards, OstleSearchAgreement,
                         testing::Values(SearchedGame{{3, 3, 1, 6, false}, 53},
                                         SearchedGame{{3, 3, 1, 6, true}, 53},
                                         SearchedGame{{3, 3, 0, 5, false}, 97},
                                         SearchedGame{{4, 2, 0, 4, true}, 401},
                                         SearchedGame{{6, 1, 0, 2, true}, 397}),
                         name_of_searched);
// (The brute force takes most of the time.)
INSTANTIATE_TEST_SUITE_P(LargerBoards, OstleSearchAgreement,
                         testing::Values(SearchedGame{{4, 3, 1, 5, false}, 60013, true},
                                         SearchedGame{{6, 2, 1, 4, true}, 400009, true}),
                         name_of_searched);

// Figure 1B of Takizawa (2023), as it is printed there: a win in seven plies.
TEST(OstleSearch, SolvesThePuzzleOfFigure1B) {
  const auto game = make_game({"ostle", {}});
  const std::string puzzle = "2o2/1b3/w1w2/bwbbb/ww3 b";
  const DepthResult found = search_from(*game, puzzle, false, 100);
  EXPECT_EQ(found.plies, 7);
  EXPECT_EQ(found.refuted, 5);
  EXPECT_LT(found.nodes, 100'000u);
}

TEST(OstleSearch, TakesEitherSideAndAForbiddenMove) {
  const auto game = make_game({"ostle", {{"size", "3"}, {"start", "3"}, {"lose", "0"}}});
  EXPECT_EQ(search_from(*game, "bw1/1ob/bww w", true, 9).plies,
            search_from(*game, "wb1/1ow/wbb b", false, 9).plies);
  EXPECT_THROW(search_from(*game, "bw1/1ob/bww w a1L", true, 9), IllegalPosition);
  EXPECT_THROW(search_from(*game, "bw1/1ob/bw x", true, 9), IllegalPosition);
  EXPECT_THROW(search_from(*game, "3/1ob/3 b", false, 9), GameOver);
}

TEST(OstleSearch, EndsWhenItsTimeIsOver) {
  const auto game = make_game({"ostle", {}});
  DepthOptions options;
  options.seconds = 0.2;
  options.memory = std::uint64_t{1} << 24;
  const DepthResult found = game->shortest_win()(options).search;
  EXPECT_FALSE(found.plies);
  EXPECT_FALSE(found.complete);
  EXPECT_GT(found.refuted, 3);
  EXPECT_GT(found.nodes, 1000u);
}

}  // namespace
}  // namespace zermelo
