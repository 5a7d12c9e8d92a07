// SPDX-License-Identifier: MIT
#include "gen/variant/endgame_variant.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/variant/index.h"
#include "gen/variant/ini.h"

namespace zermelo::endgames {
namespace {

using MoveKey = std::tuple<int, int, int>;  // from, to, what the man becomes

variant::Rules rules_of(const std::string& name) {
  return variant::Rules(variant::built_in_variants().variant(name));
}

// Random endings of a variant have the same moves by its rules and by those for tables. Returns in
// how many there are moves, and how many have ended before.
std::pair<int, int> compare_moves(const std::string& name) {
  SCOPED_TRACE(name);
  const variant::Rules plain = rules_of(name);
  const VariantRules rules = endgame_rules(plain);
  std::mt19937 random(7);
  const int kinds = static_cast<int>(rules.kinds.size());
  int compared = 0, ended = 0;
  const auto compare_ending = [&](int trial) {
    Men men;
    const auto add = [&](int man) {
      for (;;) {
        const auto square =
            static_cast<int>(random() % static_cast<unsigned>(rules.rules.squares()));
        const SquareBits region =
            rules.rules.kind(kind_of(man)).region[static_cast<std::size_t>(side_of(man))];
        if (region == 0) return;
        if (has(men.occupied, square) || !has(region, square)) continue;
        men.add(man, square);
        return;
      }
    };
    add(man_of(0, 0));
    add(man_of(0, 1));
    const int first = rules.rules.kind(0).is_royal ? 2 : 0;
    for (int k = 0; k < 3; ++k)
      add(first + static_cast<int>(random() % static_cast<unsigned>(2 * kinds - first)));
    const int side = static_cast<int>(random() % 2);
    const variant::Position position = position_of(rules, men, side);
    if (position.of.white.empty() || position.of.black.empty()) return;
    ASSERT_EQ(rules.rules.can_be(men, side), plain.possible(position)) << trial;
    if (!plain.possible(position)) return;
    ASSERT_EQ(rules.rules.ended(men, side), plain.ended(position)) << trial;
    ended += plain.ended(position) ? 1 : 0;
    if (plain.ended(position)) return;
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
    ASSERT_EQ(found, expected) << trial;
    ++compared;
  };
  for (int trial = 0; trial < 3000; ++trial) compare_ending(trial);
  return {compared, ended};
}

TEST(VariantEndgames, HaveTheMovesOfTheVariant) {
  for (const std::string name :
       {"chess", "makruk", "losalamos", "gardner", "amazon", "knightmate", "nightrider",
        "grasshopper", "kingofthehill", "giveaway", "antichess"}) {
    const auto [compared, ended] = compare_moves(name);
    EXPECT_GT(compared, 500) << name;
    const bool ends_early = endgame_rules(rules_of(name)).rules.endings().has_early_ends();
    // (In these each side has men here.)
    EXPECT_EQ(ended > 0, ends_early && name != "antichess" && name != "giveaway") << name;
  }
}

// So that no table is made of a rule that tables do not know.
TEST(VariantEndgames, HaveTheMovesOfEveryVariantThatIsNotRefused) {
  int variants = 0;
  for (const std::string& name : variant::built_in_variants().names()) {
    try {
      endgame_rules(rules_of(name));
    } catch (const UsageError&) {
      continue;
    }
    const auto [compared, ended] = compare_moves(name);
    EXPECT_GT(compared + ended, 100) << name;
    ++variants;
  }
  EXPECT_GT(variants, 40);
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

TEST(VariantEndgames, RefuseWhatTablesDoNotKnow) {
  for (const char* name : {"xiangqi"}) EXPECT_THROW(endgame_rules(rules_of(name)), Error) << name;
}

}  // namespace
}  // namespace zermelo::endgames
