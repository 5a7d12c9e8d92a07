// SPDX-License-Identifier: MIT
#include "gen/grid/material.h"

#include <gtest/gtest.h>

namespace zermelo {
namespace {

const PieceSet& chess_like() {
  static const PieceSet pieces(3, 3, {{"king", 'K', false}, {"pawn", 'P', true}});
  return pieces;
}

Material material(const char* position) {
  return material_of(parse_position(position, chess_like()), chess_like().size());
}

TEST(Material, CountsWhatIsOnTheBoardAndInHand) {
  const Material m = material("K1P/3/pkp[2pP] b");
  EXPECT_EQ(m.on_board(content_of(0, false)), 1);
  EXPECT_EQ(m.on_board(content_of(1, false)), 2);
  EXPECT_EQ(m.on_board(content_of(1, true)), 1);
  EXPECT_EQ(m.in_hand(false, 1), 2);
  EXPECT_EQ(m.in_hand(true, 1), 1);
  EXPECT_EQ(format_material(m, chess_like()), "KP/k2p[2pP]");
}

TEST(Material, ExchangedIsThatOfTheExchangedPosition) {
  const Material m = material("K1P/3/pkp[2pP] w");
  EXPECT_EQ(m.exchanged(), material("k1p/3/PKP[p2P] b"));
  EXPECT_EQ(m.exchanged().exchanged(), m);
  EXPECT_NE(quick_hash(m), quick_hash(m.exchanged()));
}

TEST(Material, EmptyHandsAreADash) {
  EXPECT_EQ(format_material(material("K2/3/2k[] b"), chess_like()), "K/k[-]");
}

}  // namespace
}  // namespace zermelo
