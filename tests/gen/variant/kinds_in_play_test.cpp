// SPDX-License-Identifier: MIT
#include "gen/variant/kinds_in_play.h"

#include <gtest/gtest.h>

#include <string>

#include "gen/variant/ini.h"

namespace zermelo::variant {
namespace {

// The symbols of the kinds that a side can have on the board, and in hand after a slash.
std::string in_play(const std::string& name, Colour side) {
  const Rules rules(built_in_variants().variant(name));
  const KindsInPlay kinds(rules);
  std::string board, hand;
  for (int k = 0; k < static_cast<int>(rules.variant().kinds.size()); ++k) {
    const std::string& symbol = rules.variant().kinds[static_cast<std::size_t>(k)].symbol;
    if (kinds.on_board(k, side)) board += symbol + " ";
    if (kinds.in_hand(k, side)) hand += " " + symbol;
  }
  return board + "/" + hand;
}

TEST(KindsInPlay, FollowFromTheStart) {
  EXPECT_EQ(in_play("chess", Colour::white), "P N B R Q K /");
  EXPECT_EQ(in_play("crazyhouse", Colour::black), "P N B R Q K N~ B~ R~ Q~ / P N B R Q");
  // White has no king.
  EXPECT_EQ(in_play("horde", Colour::white), "P N B R Q /");
  EXPECT_EQ(in_play("horde", Colour::black), "P N B R Q K /");
  // What is declared and comes from promotion alone is what it looks like.
  EXPECT_EQ(in_play("minishogi", Colour::white), "P S G B R K +P +S +B +R / P S G B R");
}

}  // namespace
}  // namespace zermelo::variant
