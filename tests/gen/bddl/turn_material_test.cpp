// SPDX-License-Identifier: MIT
#include "gen/bddl/turn_material.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "gen/bddl/piece_game.h"
#include "gen/bddl/version2_parser.h"
#include "gen/sorted.h"
#include "tests/support/version2_games.h"

namespace zermelo::bddl {
namespace {

// Unmoves that are left out for their material lead to other layers indeed.
class TurnMaterials : public testing::TestWithParam<const char*> {};

TEST_P(TurnMaterials, LeaveOutNoPredecessorInTheLayer) {
  const PieceGame game(ground(parse_version_2(test::version_2_game(GetParam()), "g")));
  std::mt19937 random(38);
  PiecePosition p = game.start();
  for (int i = 0; i < 200; ++i) {
    std::vector<std::uint64_t> in_layer, all;
    game.for_each_predecessor_in_layer(p, [&](const Located& located) {
      EXPECT_EQ(located.layer, game.layer(p));
      in_layer.push_back(located.code);
    });
    game.for_each_predecessor(p, [&](const PiecePosition& q) {
      const auto place = game.codes().find(q);
      if (place && place->group == game.layer(p)) all.push_back(place->code);
    });
    sort_unique(in_layer);
    sort_unique(all);
    ASSERT_EQ(in_layer, all) << format_position(p, game.pieces());
    std::vector<PiecePosition> next;
    game.for_each_successor(p, [&](const PiecePosition& q, Ending ending) {
      if (ending == Ending::none) next.push_back(q);
    });
    p = next.empty() ? game.start() : next[random() % next.size()];
  }
}

INSTANTIATE_TEST_SUITE_P(Games, TurnMaterials, testing::ValuesIn(test::shipped_version_2_games));

TEST(TurnMaterial, AddsUpThePartsOfATurn) {
  const GroundGame game =
      ground(parse_version_2(test::version_2_game("six-mens-morris"), "six.bddl"));
  const auto& actions = game.side(false).actions;
  const TurnMaterial material(actions, game.hands, game.everything());
  const auto named = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(actions, name, &GroundAction::name) -
                                    actions.begin());
  };
  const std::size_t take = named("take"), move = named("move");
  const Content black = content_of(0, false), white = content_of(0, true);
  // After a man was placed, or moved.
  MaterialDifference moved, placed;
  moved.board[white - 1u] = placed.board[white - 1u] = -1;
  placed.board[black - 1u] = 1;
  placed.in_hand[black - 1u] = -1;
  std::vector<MaterialDifference> both = {moved, placed};
  std::ranges::sort(both);
  EXPECT_EQ(material.ending_with(take, {{actions[take].after[0].first, white}}), both);
  const auto& squares = actions[move].after;
  const bool leaves_first = squares[0].second == open_square;
  EXPECT_EQ(material.ending_with(move, {{squares[0].first, leaves_first ? black : open_square},
                                        {squares[1].first, leaves_first ? open_square : black}}),
            std::vector<MaterialDifference>(1));
}

TEST(TurnMaterial, IsNotKnownOfWhatCopies) {
  const GroundGame game = ground(parse_version_2(test::version_2_game("quixo"), "quixo.bddl"));
  const auto& actions = game.side(false).actions;
  EXPECT_TRUE(causes_of(actions[0], game.everything()).empty());
}

TEST(TurnMaterial, TellsWhatWasBefore) {
  MaterialDifference difference;
  difference.board[0] = 1;
  difference.in_hand[1] = -1;
  Material after;
  EXPECT_EQ(before_turn(after, difference), std::nullopt) << "no piece that could have come";
  after.board[0] = 2;
  const auto before = before_turn(after, difference);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->board[0], 1);
  EXPECT_EQ(before->in_hand(true, 0), 1);
  EXPECT_TRUE(before->white_to_move);
}

}  // namespace
}  // namespace zermelo::bddl
