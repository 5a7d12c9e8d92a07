// SPDX-License-Identifier: MIT
#include "gen/variant/material.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gen/error.h"

namespace zermelo::endgames {
namespace {

std::vector<std::string> names(const Rules& rules, const std::vector<Material>& materials) {
  std::vector<std::string> result;
  for (const Material& m : materials) result.push_back(name_of(rules, m));
  return result;
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
  const Materials materials(chess);
  EXPECT_EQ(names(chess, materials.conversions(read_material(chess, "KQvKR"))),
            (std::vector<std::string>{"KRvK", "KQvK"}));
  EXPECT_EQ(materials.conversions(read_material(chess, "KPvK")).size(), 5u);
  // Promoting one of two pawns, also with a capture, and losing either.
  EXPECT_EQ(materials.conversions(read_material(chess, "KPvKP")).size(), 9u);
}

TEST(VariantMaterial, OrdersThemSoThatWhatTheyLeadToComesFirst) {
  const Rules chess = chess_rules();
  const Materials materials(chess);
  const std::vector<Material> all = materials.up_to(4);
  EXPECT_EQ(std::ranges::count_if(all, [](const Material& m) { return m.men() == 3; }), 5);
  EXPECT_EQ(std::ranges::count_if(all, [](const Material& m) { return m.men() == 4; }), 30);
  for (auto m = all.begin(); m != all.end(); ++m) {
    for (const Material& next : materials.conversions(*m))
      EXPECT_NE(std::find(all.begin(), m, next), m) << name_of(chess, *m);
  }
  EXPECT_EQ(materials.up_to(5).size(), 1u + 5 + 30 + 110);
  EXPECT_THROW(materials.up_to(1), UsageError);
  EXPECT_THROW(materials.up_to(9), UsageError);
}

TEST(VariantMaterial, RefusesMenThatPromoteInCircles) {
  std::vector<Kind> kinds = chess_rules().kinds();
  kinds[1].promotes_to[0] = {5};
  kinds[1].zone[0] = bit_of(63);
  const Rules odd(8, 8, kinds);
  EXPECT_THROW(Materials(odd).with_conversions(read_material(odd, "KQvK")), UsageError);
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
