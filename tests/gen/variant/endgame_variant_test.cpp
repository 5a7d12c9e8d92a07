// SPDX-License-Identifier: MIT
#include "gen/variant/endgame_variant.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "gen/error.h"
#include "gen/variant/fen.h"
#include "gen/variant/index.h"
#include "gen/variant/ini.h"

namespace zermelo::endgames {
namespace {

using MoveKey = std::tuple<int, int, int>;  // from (or where drops begin), to, what the man becomes

variant::Rules rules_of(const std::string& name, const std::string& endless = {}) {
  ParameterTexts parameters{{"name", name}};
  if (!endless.empty()) parameters["endless"] = endless;
  return variant::Rules(variant::variant_of(parameters));
}

// Random endings of a variant have the same moves by its rules and by those for tables.
void expect_same_moves(const std::string& name, const std::string& endless = {}) {
  SCOPED_TRACE(name);
  const variant::Rules plain = rules_of(name, endless);
  const VariantRules rules = endgame_rules(plain);
  std::mt19937 random(7);
  const int kinds = static_cast<int>(rules.kinds.size());
  int compared = 0, ended = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    Men men;
    const auto add = [&](int man) {
      for (;;) {
        const auto square =
            static_cast<int>(random() % static_cast<unsigned>(rules.rules.squares()));
        const SquareBits region =
            rules.rules.kind(kind_of(man)).region[static_cast<std::size_t>(side_of(man))];
        if (has(men.occupied, square) || !has(region, square)) continue;
        men.add(man, square);
        return;
      }
    };
    add(man_of(0, 0));
    add(man_of(0, 1));
    for (int k = 0; k < 3; ++k) {
      const auto man = static_cast<int>(2 + random() % static_cast<unsigned>(2 * kinds - 2));
      const Kind& kind = rules.rules.kind(kind_of(man));
      const bool can_be_held = kind.drops[static_cast<std::size_t>(side_of(man))] != 0;
      if (can_be_held &&
          (random() % 2 == 0 || kind.region[static_cast<std::size_t>(side_of(man))] == 0))
        men.add_to_hand(man);
      else if (kind.region[static_cast<std::size_t>(side_of(man))] != 0)
        add(man);
    }
    const int side = static_cast<int>(random() % 2);
    const variant::Position position = position_of(rules, men, side);
    ASSERT_EQ(rules.rules.can_be(men, side), plain.possible(position)) << trial;
    if (!plain.possible(position)) continue;
    ASSERT_EQ(rules.rules.ended(men, side), plain.ended(position)) << trial;
    ended += plain.ended(position) ? 1 : 0;
    if (plain.ended(position)) continue;
    std::vector<variant::Move> moves;
    plain.legal_moves(position, moves);
    ASSERT_EQ(rules.rules.without_moves(men, side), plain.without_moves(position)) << trial;
    std::vector<MoveKey> expected, found;
    for (const variant::Move& m : moves)
      expected.emplace_back(m.from, m.to, variant::kind_of_man(m.man));
    rules.rules.for_each_move(men, side, [&](const Move& m, const Men&) {
      found.emplace_back(m.from, m.to, rules.kinds[static_cast<std::size_t>(kind_of(m.becomes))]);
      return true;
    });
    std::ranges::sort(expected);
    std::ranges::sort(found);
    // (A rider that leaps as well comes to some squares in two ways.)
    found.erase(std::unique(found.begin(), found.end()), found.end());
    ASSERT_EQ(found, expected) << trial << ": " << variant::format_fen(position, plain.variant());
    ++compared;
  }
  EXPECT_GT(compared, 500);
  EXPECT_EQ(ended > 0, rules.rules.endings().has_early_ends() && name != "antichess" &&
                           name != "giveaway");  // (There each side has men here.)
}

TEST(VariantEndgames, HaveTheMovesOfTheVariant) {
  for (const char* name :
       {"chess",      "makruk",     "losalamos",   "gardner",       "amazon",
        "knightmate", "nightrider", "grasshopper", "kingofthehill", "giveaway",
        "antichess",  "xiangqi",    "asean",       "grand",         "minixiangqi",
        "crazyhouse", "loop",       "chessgi",     "pocketknight",  "capahouse"})
    expect_same_moves(name);
}

// Their rules about play that never ends do not concern moves.
TEST(VariantEndgames, HaveTheMovesOfTheVariantWithDrops) {
  for (const char* name : {"shogi", "minishogi", "judkins", "gorogoro"})
    expect_same_moves(name, "draw");
}

TEST(VariantEndgames, KnowWhereMenCanStand) {
  const VariantRules chess = endgame_rules(rules_of("chess"));
  std::string letters;
  for (const Kind& kind : chess.rules.kinds()) letters += kind.letter;
  EXPECT_EQ(letters, "KQRBNP");
  EXPECT_EQ(count_of(chess.rules.kind(5).region[0]), 48);
  EXPECT_EQ(MaterialIndex(chess.rules, read_material(chess.rules, "KPvKP")).size(),
            1806u * 48 * 48);
  EXPECT_EQ(MaterialIndex(chess.rules, read_material(chess.rules, "KQvK")).size(), 462u * 64);
  EXPECT_TRUE(chess.rules.has_double_steps(man_of(5, 0)));
  EXPECT_TRUE(chess.rules.kind(5).takes_en_passant);
}

}  // namespace
}  // namespace zermelo::endgames
