// SPDX-License-Identifier: MIT
#include "gen/bddl/material_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "gen/bddl/piece_game.h"
#include "gen/bddl/version2_parser.h"
#include "tests/support/version2_games.h"

namespace zermelo::bddl {
namespace {

class MaterialGraphs : public testing::TestWithParam<const char*> {};

// Every move of random play leads to a layer that the graph says it can lead to.
TEST_P(MaterialGraphs, HaveWhatPlayLeadsTo) {
  const PieceGame game(ground(parse_version_2(test::version_2_game(GetParam()), "g")));
  std::mt19937 random(38);
  PiecePosition p = game.start();
  for (int i = 0; i < 300; ++i) {
    const int layer = game.layer(p);
    ASSERT_GE(layer, 0);
    std::vector<PiecePosition> next;
    game.for_each_successor(p, [&](const PiecePosition& q, Ending ending) {
      if (ending != Ending::none) return;
      next.push_back(q);
      const int higher = game.layer(q);
      const auto& layers = game.next_layers(layer);
      EXPECT_TRUE(higher == layer ? !game.is_layered() : std::ranges::binary_search(layers, higher))
          << format_position(p, game.pieces()) << " to " << format_position(q, game.pieces());
      EXPECT_LE(game.lowest_user(higher), layer);
    });
    p = next.empty() ? game.start() : next[random() % next.size()];
  }
}

INSTANTIATE_TEST_SUITE_P(Games, MaterialGraphs, testing::ValuesIn(test::shipped_version_2_games));

// (Two of each of three kinds, on two boards and in two hands, one of them in two forms.)
TEST(MaterialGraph, DobutsuWithDropsHas2100SlicesInOneGroup) {
  const PieceGame game(ground(parse_version_2(test::version_2_game("dobutsu/with-drops"), "g")));
  EXPECT_EQ(game.codes().slices().size(), 2100u);
  EXPECT_EQ(game.codes().groups(), 1);
  // Of the 1,567,925,964 arrangements, those whose first pieces stand for their mirror images.
  EXPECT_GE(game.codes().size(), 1'567'925'964u / 2);
  EXPECT_LE(game.codes().size(), 1'567'925'964u * 2 / 3);
}

TEST(MaterialGraph, PlacingPiecesIsLayered) {
  const PieceGame game(ground(parse_version_2(
      "#bddl 2\n#boardsize 3 3\n#actions\n:action put\n:parameters ?p\n:precondition open(?p)\n"
      ":effect own(?p)\n#init\n",
      "g")));
  EXPECT_TRUE(game.is_layered());
  EXPECT_EQ(game.codes().groups(), 10);
  EXPECT_EQ(game.next_layers(3), std::vector<int>{4});
  EXPECT_EQ(game.lowest_user(4), 3);
}

}  // namespace
}  // namespace zermelo::bddl
