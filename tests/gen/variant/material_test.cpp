// SPDX-License-Identifier: MIT
#include "gen/variant/material.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gen/error.h"

namespace zermelo::endgames {
namespace {

std::vector<std::string> names(const std::vector<MaterialGroup>& groups) {
  std::vector<std::string> result;
  for (const MaterialGroup& g : groups) result.push_back(g.name);
  return result;
}
// What one move makes of a material.
std::vector<MaterialGroup> conversions(const Rules& rules, const std::string& name) {
  const Materials materials(rules);
  return materials.conversions(materials.group_of(read_material(rules, name)));
}

// Chess whose men go to the hand of the side that takes them; pawns promote to queens of their own,
// which are pawns again when they are taken.
Rules with_hands() {
  std::vector<Kind> kinds = chess_rules().kinds();
  Kind promoted = kinds[1];
  promoted.letter = "Q~";
  promoted.in_hand = 5;
  for (int k = 1; k < 6; ++k) {
    kinds[static_cast<std::size_t>(k)].in_hand = k;
    kinds[static_cast<std::size_t>(k)].drops = kinds[static_cast<std::size_t>(k)].region;
  }
  kinds[5].promotes_to = {{{6}, {6}}};
  kinds.push_back(promoted);
  return Rules(8, 8, kinds);
}

TEST(VariantMaterial, NamesAndReads) {
  const Rules chess = chess_rules();
  const Materials materials(chess);
  EXPECT_EQ(name_of(chess, read_material(chess, "RKvQK")), "KRvKQ");
  EXPECT_EQ(name_of(chess, materials.normal(read_material(chess, "KRvKQ"))), "KQvKR");
  EXPECT_EQ(name_of(chess, materials.normal(read_material(chess, "KvKPP"))), "KPPvK");
  EXPECT_EQ(name_of(chess, materials.normal(read_material(chess, "KPPvKQ"))), "KPPvKQ");
  for (const char* wrong :
       {"", "KQ", "KQvKRvK", "QvK", "KKvK", "KXvK", "kqvkr", "KQvKR ", "KQQQQvKQQQ", "KQvK\n"})
    EXPECT_THROW(read_material(chess, wrong), UsageError) << wrong;
}

TEST(VariantMaterial, KnowsWhereMovesLead) {
  const Rules chess = chess_rules();
  EXPECT_EQ(names(conversions(chess, "KQvKR")), (std::vector<std::string>{"KRvK", "KQvK"}));
  EXPECT_EQ(conversions(chess, "KPvK").size(), 5u);
  // Promoting one of two pawns, also with a capture, and losing either.
  EXPECT_EQ(conversions(chess, "KPvKP").size(), 9u);
}

TEST(VariantMaterial, OrdersThemSoThatWhatTheyLeadToComesFirst) {
  const Rules chess = chess_rules();
  const Materials materials(chess);
  const std::vector<MaterialGroup> all = materials.up_to(4);
  EXPECT_EQ(std::ranges::count_if(all, [](const MaterialGroup& g) { return g.men() == 3; }), 5);
  EXPECT_EQ(std::ranges::count_if(all, [](const MaterialGroup& g) { return g.men() == 4; }), 30);
  for (auto g = all.begin(); g != all.end(); ++g) {
    for (const MaterialGroup& next : materials.conversions(*g))
      EXPECT_NE(std::find(all.begin(), g, next), g) << g->name;
  }
  EXPECT_EQ(materials.up_to(5).size(), 1u + 5 + 30 + 110);
  EXPECT_THROW(materials.up_to(1), UsageError);
  EXPECT_THROW(materials.up_to(9), UsageError);
}

TEST(VariantMaterial, MenThatTurnIntoOneAnotherAreOneGroup) {
  std::vector<Kind> kinds = chess_rules().kinds();
  for (const std::size_t side : {0u, 1u}) {
    kinds[1].promotes_to[side] = {5};
    kinds[1].zone[side] = bit_of(side == 0 ? 63 : 7);
  }
  const Rules odd(8, 8, kinds);
  const Materials materials(odd);
  const MaterialGroup group = materials.group_of(read_material(odd, "KQvK"));
  EXPECT_EQ(group, materials.group_of(read_material(odd, "KvKP")));
  EXPECT_EQ(group.materials.size(), 2u);
  EXPECT_EQ(group.slots.size(), 4u);
  EXPECT_EQ(names(materials.conversions(group)),
            (std::vector<std::string>{"KvK", "KNvK", "KBvK", "KRvK"}));
}

TEST(VariantMaterial, MenInHandAreOneGroupWithThoseOnTheBoard) {
  const Rules rules = with_hands();
  const Materials materials(rules);
  const MaterialGroup queens = materials.group_of(read_material(rules, "KQvK"));
  EXPECT_EQ(queens.name, "KK[Q]");
  EXPECT_EQ(queens.materials.size(), 2u) << "on the board and in hand";
  for (const char* name : {"KK[Q]", "KvKQ", "K[Q]vK", "KvK[Q]"})
    EXPECT_EQ(materials.group_of(read_material(rules, name)), queens) << name;
  const MaterialGroup pawns = materials.group_of(read_material(rules, "KQ~vK[P]"));
  EXPECT_EQ(pawns.name, "KK[PP]");
  // Each of two pawns in six places: on the board, promoted, in hand, of either side.
  EXPECT_EQ(pawns.slots.size(), 21u);
  EXPECT_TRUE(materials.conversions(pawns).empty());
  EXPECT_EQ(names(materials.up_to(3)),
            (std::vector<std::string>{"KK", "KK[P]", "KK[N]", "KK[B]", "KK[R]", "KK[Q]"}));
  for (const char* wrong : {"KK", "K[K]vK", "K[Q", "K[QvK", "KK[Q]]", "K[Q]v", "KK[X]"})
    EXPECT_THROW(read_material(chess_rules(), wrong), UsageError) << wrong;
  EXPECT_THROW(read_material(rules, "K[Q~]vK"), UsageError);
}

TEST(VariantMaterial, DoesNotExchangeSidesThatDiffer) {
  std::vector<Kind> kinds = chess_rules().kinds();
  kinds[5].region[0] |= 0xff;  // White's pawns may stand on the first rank
  const Rules odd(8, 8, kinds);
  EXPECT_FALSE(Materials(odd).sides_exchange());
  EXPECT_EQ(name_of(odd, Materials(odd).normal(read_material(odd, "KvKP"))), "KvKP");
}

}  // namespace
}  // namespace zermelo::endgames
