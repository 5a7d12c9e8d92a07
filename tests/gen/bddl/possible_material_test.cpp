// SPDX-License-Identifier: MIT
// What can stand where and be in hand: bounds that all of play keeps, and that are as small as
// single actions tell.
#include "gen/bddl/possible_material.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "gen/bddl/version2_parser.h"
#include "tests/reference/plain_rules.h"
#include "tests/support/version2_games.h"

namespace zermelo::bddl {
namespace {

GroundGame material_game(const std::string& text) {
  return ground(parse_version_2(text, "g.bddl"));
}

void expect_kept(const PossibleMaterial& material, const PlainPosition& p) {
  for (std::size_t square = 0; square < material.squares.size(); ++square)
    EXPECT_TRUE(material.squares[square].contains(p.squares[square])) << square;
  for (const std::size_t side : {0, 1}) {
    for (std::size_t hand = 0; hand < tree::most_hands; ++hand)
      EXPECT_LE(p.hands[side][hand], material.most_in_hand[side][hand]);
  }
  for (const MaterialBound& bound : material.bounds) {
    const auto hand = static_cast<std::size_t>(bound.hand);
    int sum = p.hands[0][hand] + p.hands[1][hand];
    for (std::size_t square = 0; square < material.squares.size(); ++square)
      sum += bound.counted.contains(p.squares[square]) ? 1 : 0;
    EXPECT_LE(sum, bound.most);
  }
}

void expect_kept_in_play(const std::string& text) {
  const GroundGame game = material_game(text);
  const PossibleMaterial material = possible_material(game);
  std::mt19937 random(5);
  PlainPosition p = *game.start;
  for (int n = 0; n < 200; ++n) {
    expect_kept(material, p);
    const auto moves = successors(game, p);
    p = moves.empty() || n % 40 == 39 ? *game.start : moves[random() % moves.size()];
  }
}

TEST(PossibleMaterial, IsKeptInPlay) {
  for (const char* name : {"dobutsu", "dodgem", "tapatan", "quixo", "hexapawn", "six-mens-morris"})
    expect_kept_in_play(test::version_2_game(name));
  for (const char* text : {test::chess_4x4, test::hasami_4x4, test::drops_3x3, test::jumpers})
    expect_kept_in_play(text);
}

TEST(PossibleMaterial, FollowsPiecesWhereTheyGo) {
  const GroundGame game = material_game(test::version_2_game("dobutsu"));
  const PossibleMaterial material = possible_material(game);
  const auto can_stand = [&](int file, int rank, int kind, bool white) {
    return material.squares[static_cast<std::size_t>(game.grid.square(file, rank))].contains(
        content_of(kind, white));
  };
  constexpr int chick = 0, elephant = 1, lion = 3, hen = 4;
  EXPECT_TRUE(can_stand(1, 2, chick, false));
  EXPECT_FALSE(can_stand(1, 3, chick, false)) << "it is a hen there";
  EXPECT_FALSE(can_stand(0, 2, chick, false)) << "without drops chicks keep to their file";
  EXPECT_TRUE(can_stand(1, 3, hen, false));
  EXPECT_TRUE(can_stand(2, 0, lion, true));
  EXPECT_FALSE(can_stand(0, 0, elephant, true)) << "it keeps to the squares of one colour";
  EXPECT_EQ(material.squares[0].size(), 8);
}

TEST(PossibleMaterial, BoundsHands) {
  const GroundGame morris = material_game(test::version_2_game("nine-mens-morris"));
  EXPECT_EQ(possible_material(morris).most_in_hand[0][0], 9);
  EXPECT_TRUE(possible_material(morris).bounds.empty());
  const GroundGame drops = material_game(test::drops_3x3);
  const PossibleMaterial material = possible_material(drops);
  EXPECT_EQ(material.most_in_hand[1][0], 2) << "two pawns at the start";
  ASSERT_EQ(material.bounds.size(), 1u);
  EXPECT_EQ(material.bounds[0].most, 2);
  EXPECT_EQ(material.bounds[0].counted.size(), 4) << "pawns and golds";
  // Where pieces come from nowhere, a hand can hold as many as there can be.
  const GroundGame mint = material_game(
      "#bddl 2\n#pieces coin\n#hands coin\n#boardsize 2 2\n#actions\n:action make\n"
      ":parameters ?p\n:precondition open(?p)\n:effect hand(own,coin)+1 own(?p)\n"
      "#init hand(black,coin)=1\n");
  EXPECT_EQ(possible_material(mint).most_in_hand[0][0], 15);
}

}  // namespace
}  // namespace zermelo::bddl
