// SPDX-License-Identifier: MIT
#include "gen/variant/endgame_variant.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "gen/error.h"
#include "gen/variant/fen.h"
#include "gen/variant/index.h"
#include "gen/variant/ini.h"
#include "tests/support/error_text.h"
#include "tests/support/random_variant.h"

namespace zermelo::endgames {
namespace {

using MoveKey = std::tuple<int, int, int>;  // from (or where drops begin), to, what the man becomes

variant::Rules rules_of(const std::string& name, const std::string& endless = {}) {
  ParameterTexts parameters{{"name", name}};
  if (!endless.empty()) parameters["endless"] = endless;
  return variant::Rules(variant::variant_of(parameters));
}

// The kind of man that both sides must have: a royal one, or one that decides when it is extinct.
int first_kind(const Rules& rules) {
  for (int k = 0; k < static_cast<int>(rules.kinds().size()); ++k) {
    if (rules.kind(k).is_royal || has(rules.endings().extinct_kinds, k)) return k;
  }
  return 0;
}

// Random endings of a variant have the same moves by its rules and by those for tables. Counts
// those that were compared.
void expect_same_moves(const variant::Rules& plain, int trials, int& compared) {
  SCOPED_TRACE(plain.variant().name);
  const VariantRules rules = endgame_rules(plain);
  std::mt19937 random(7);
  const int kinds = static_cast<int>(rules.kinds.size());
  for (int trial = 0; trial < trials; ++trial) {
    Men men;
    for (const std::size_t side : {0u, 1u}) {
      const auto most = static_cast<unsigned>(rules.rules.endings().checks[side]);
      if (most > 0) men.checks[side] = static_cast<std::uint8_t>(1 + random() % most);
    }
    const auto add = [&](int man) {
      const SquareBits region =
          rules.rules.kind(kind_of(man)).region[static_cast<std::size_t>(side_of(man))];
      std::vector<int> free;
      for (int square = 0; square < rules.rules.squares(); ++square) {
        if (has(region & ~men.occupied, square)) free.push_back(square);
      }
      if (!free.empty()) men.add(man, free[random() % free.size()]);
    };
    const bool is_royal = rules.rules.kind(first_kind(rules.rules)).is_royal;
    for (int k = 0; k <= (is_royal ? 0 : rules.rules.endings().extinct_count); ++k) {
      add(man_of(first_kind(rules.rules), 0));
      add(man_of(first_kind(rules.rules), 1));
    }
    for (int k = men.count; k < 5 || k < men.count + 2; ++k) {
      if (men.count + men.in_hand == max_men) break;
      const auto man = static_cast<int>(random() % static_cast<unsigned>(2 * kinds));
      if (rules.rules.kind(kind_of(man)).is_royal) continue;
      const Kind& kind = rules.rules.kind(kind_of(man));
      const bool can_be_held = kind.drops[static_cast<std::size_t>(side_of(man))] != 0;
      if (can_be_held && random() % 2 == 0)
        men.add_to_hand(man);
      else
        add(man);
    }
    const int side = static_cast<int>(random() % 2);
    const variant::Position position = position_of(rules, men, side);
    ASSERT_EQ(rules.rules.can_be(men, side), plain.possible(position)) << trial;
    if (!plain.possible(position) || position.of.white.empty() || position.of.black.empty())
      continue;
    ASSERT_EQ(rules.rules.ended(men, side), plain.ended(position)) << trial;
    if (plain.ended(position)) continue;
    std::vector<variant::Move> moves;
    plain.legal_moves(position, moves);
    const auto is_pass = [](const variant::Move& m) { return m.type == variant::Move::Type::pass; };
    ASSERT_EQ(rules.rules.may_pass(men, side), std::ranges::any_of(moves, is_pass)) << trial;
    std::erase_if(moves, is_pass);
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
}

// (Their rules about play that never ends do not concern moves.)
TEST(VariantEndgames, HaveTheMovesOfTheVariant) {
  std::string without;
  for (const std::string& name : variant::built_in_variants().names()) {
    try {
      endgame_rules(rules_of(name, "draw"));
    } catch (const UsageError&) {
      without += name + " ";
      continue;
    }
    int compared = 0;
    expect_same_moves(rules_of(name, "draw"), 3000, compared);
    // (In extinction chess, sides need six men each.)
    EXPECT_GT(compared, name == "extinction" ? -1 : 200) << name;
  }
  EXPECT_EQ(without, "");
}

TEST(VariantEndgames, HaveTheMovesOfRandomVariants) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= test::all_random_variants; ++seed) {
    const std::string text = test::random_variant(seed);
    const std::string name = test::random_variant_name(seed);
    const variant::Rules plain(variant::VariantFile(text, "random.ini").variant(name));
    try {
      endgame_rules(plain);
    } catch (const UsageError&) {
      continue;
    }
    SCOPED_TRACE(text);
    expect_same_moves(plain, 40, compared);
  }
  EXPECT_GT(compared, 2000);
}

// (A side that has blown itself up loses only where the other side has enough men.)
TEST(VariantEndgames, AreNotMadeWhereOneSideGoesOnAlone) {
  const auto refusal = [](const std::string& lines) {
    const std::string text = "[x:atomic]\n" + lines;
    const variant::Rules plain(variant::VariantFile(text, "x.ini").variant("x"));
    return test::error_text<UsageError>([&] { endgame_rules(plain); });
  };
  const std::string sentence =
      "There are no endgame tables of x yet: captures may blow up all men of one side alone.";
  EXPECT_EQ(refusal("extinctionOpponentPieceCount = 1\n"), sentence);
  EXPECT_EQ(refusal("extinctionPseudoRoyal = false\nextinctionClaim = true\n"), sentence);
  const std::string all =
      "[x:atomic]\nextinctionPieceTypes = *\nextinctionPseudoRoyal = false\n"
      "extinctionOpponentPieceCount = 1\n";
  endgame_rules(variant::Rules(variant::VariantFile(all, "x.ini").variant("x")));
}

TEST(VariantEndgames, RefuseWhatDependsOnWhoRepeats) {
  const auto refusal = [](const std::string& options) {
    const variant::Variant v = variant::VariantFile("[x:chess]\n" + options, "x.ini").variant("x");
    return test::error_text<UsageError>([&] { endgame_rules(variant::Rules(v)); });
  };
  EXPECT_EQ(refusal("nFoldValue = loss\n"),
            "There are no endgame tables of x yet: nFoldValue = loss without nFoldValueAbsolute "
            "depends on who repeats a position; --endless draw solves without it.");
  endgame_rules(rules_of("minishogi"));
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

// Atomic chess has one king a side, which decides; rooks of xiangqi do not become more.
TEST(VariantEndgames, KnowHowManyMenThereCanBe) {
  const auto tables = [](const char* name, int men) {
    const VariantRules rules = endgame_rules(rules_of(name));
    return Materials(rules.rules).up_to(men).size();
  };
  EXPECT_EQ(tables("chess", 4), 1u + 5 + 30);
  EXPECT_EQ(tables("atomic", 4), 1u + 5 + 30);
  const VariantRules xiangqi = endgame_rules(rules_of("xiangqi"));
  for (const MaterialGroup& g : Materials(xiangqi.rules).up_to(5)) {
    EXPECT_EQ(g.name.find("RRR"), std::string::npos) << g.name;
  }
}

}  // namespace
}  // namespace zermelo::endgames
