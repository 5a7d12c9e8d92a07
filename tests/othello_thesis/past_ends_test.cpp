// SPDX-License-Identifier: MIT
// Connect Four's layers, counted again board by board.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "othello_thesis/thesis_ends.h"
#include "tests/reference/plain_games.h"

namespace zermelo::symbolic {
namespace {

using test::PlainGame;

// The boards by number of stones, found by the moves of `game` from boards that do not end it; and
// by the moves of a game whose lines are too long for the board, from all.
std::vector<std::size_t> count_layers(const PlainGame& game, int squares) {
  std::set<PlainGame::State> going_on = {game.start()};
  std::vector<std::size_t> counts = {1};
  for (int n = 1; n <= squares; ++n) {
    std::set<PlainGame::State> all, next;
    for (const auto& state : going_on) {
      for (const auto& move : game.moves(state)) {
        all.insert(move.next);
        if (move.end == PlainGame::End::none) next.insert(move.next);
      }
    }
    counts.push_back(all.size());
    going_on = next;
  }
  return counts;
}

TEST(PastEnds, BoardsAreThoseFoundOneByOne) {
  const auto stopping = count_layers(*test::plain_connect(4, 3, 3), 12);
  const auto going_on = count_layers(*test::plain_connect(4, 3, 5), 12);
  const auto layers = layers_past_ends({.columns = 4, .rows = 3, .line = 3}, {}, {});
  ASSERT_EQ(layers.size(), 13u);
  for (std::size_t n = 0; n < layers.size(); ++n) {
    EXPECT_EQ(layers[n].stones, static_cast<int>(n));
    EXPECT_EQ(layers[n].stopping.states, stopping[n]) << n;
    EXPECT_EQ(layers[n].going_on.states, going_on[n]) << n;
  }
  EXPECT_LT(layers.back().stopping.states, layers.back().going_on.states);
}

// What Figure 3.1 is about: of the last layers more boards are described with fewer nodes.
TEST(PastEnds, MoreBoardsCanTakeFewerNodes) {
  const auto layers = layers_past_ends({.columns = 4, .rows = 4, .line = 4}, {}, {});
  const PastEndsLayer& last = layers.back();
  EXPECT_LT(last.stopping.states, last.going_on.states);
  EXPECT_GT(last.stopping.size.nodes, last.going_on.size.nodes);
}

}  // namespace
}  // namespace zermelo::symbolic
