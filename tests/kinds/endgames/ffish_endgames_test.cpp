// SPDX-License-Identifier: MIT
// Compares endgame tables with Fairy-Stockfish (tests/support/ffish.h): the value of a position
// with those of the positions to which its moves lead. Skipped where it is missing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "gen/text/notation_text.h"
#include "gen/variant/endgame_variant.h"
#include "gen/variant/fen.h"
#include "gen/variant/ini.h"
#include "gen/variant/material.h"
#include "gen/variant/moves.h"
#include "probe/endgames.h"
#include "tests/support/ffish.h"
#include "tests/support/random_variant.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

constexpr std::uint64_t sampled = 300;

// What a position that moves lead to is worth to its mover. Positions in which the game is over
// have no value in tables: there the variant's own end counts, which ffish confirms for those that
// are asked for themselves.
Value value_after(const Table& table, const std::string& fen) {
  const PositionStatus status = table.game().status(fen);
  if (status.goes_on()) return table.probe(fen).before_move();
  EXPECT_TRUE(status.is_over()) << fen;
  return status.kind == PositionStatus::Kind::lost  ? Value::win(1)
         : status.kind == PositionStatus::Kind::won ? Value::loss(1)
                                                    : Value::draw();
}

// A variant that is built in, or a section of a file, as both programs know it.
struct Asked {
  std::string name, ini = {};
  bool endless_is_draw = false;  // as --endless draw

  GameSpec spec() const {
    GameSpec spec = variant_spec(ini.empty() ? name : ini + ':' + name);
    if (endless_is_draw) spec.parameters["endless"] = "draw";
    return spec;
  }
};

// For Fairy-Stockfish a pawn that is dropped with mate is a move, which loses; here it is none.
bool is_illegal_mate(const std::string& move, const variant::Rules& rules) {
  const variant::Variant& variant = rules.variant();
  const int pawn = variant.kind_named("shogiPawn");
  if (!variant.drops.no_pawn_mate || pawn == variant::no_kind) return false;
  const std::string drop = variant.kinds[static_cast<std::size_t>(pawn)].symbol + '@';
  if (move.rfind(drop, 0) != 0) return false;
  const variant::Position after =
      variant::parse_fen(move.substr(move.find('=') + 1), rules.variant());
  std::vector<variant::Move> moves;
  rules.legal_moves(after, moves);
  return moves.empty() && !rules.ended(after) && rules.in_check(after, after.to_move);
}

// "e1e1"; FENs of ffish do not say that the last move was one.
bool is_pass(std::string_view uci) {
  return uci.substr(0, uci.size() / 2) == uci.substr(uci.size() / 2);
}

// False if there is no ffish.
bool compare_tables(const Asked& asked, const EndgameChoice& choice) {
  SCOPED_TRACE(asked.name);
  static const bool has_ffish = test::ask_ffish("chess", "", 1, {}).has_value();
  if (!has_ffish) return false;
  const test::TemporaryFolder folder;
  make_endgames(*make_game(asked.spec()), folder.file("tables"), choice);
  const Table table = open_endgames(folder.file("tables"));
  const std::vector<std::string> fens = table.sample(sampled, 7);
  const auto answers = test::ask_ffish(asked.name, asked.ini, 1, fens);
  const variant::Rules rules(variant::variant_of(asked.spec().parameters));
  for (std::size_t i = 0; i < fens.size(); ++i) {
    const auto parts = split(answers->lines[i], '|');
    EXPECT_EQ(parts.front(), "*") << fens[i];
    std::optional<Value> best;
    for (std::size_t k = 1; k < parts.size(); ++k) {
      if (is_illegal_mate(std::string(parts[k]), rules)) continue;
      const std::string_view move = std::string_view(parts[k]).substr(0, parts[k].find('='));
      std::string fen(parts[k].substr(parts[k].find('=') + 1));
      if (is_pass(move)) fen += " pass";
      const Value value = value_after(table, fen);
      best = best ? std::max(*best, value) : value;
    }
    EXPECT_EQ(best.value_or(Value()), table.probe(fens[i])) << fens[i];
  }
  return true;
}

TEST(EndgamesAndFfish, ThreeMenAgree) {
  for (const char* const name :
       {"chess", "losalamos", "gardner", "amazon", "knightmate", "berolina", "nightrider",
        "grasshopper", "kingofthehill", "makruk", "asean", "antichess"}) {
    // (With three men antichess has 147 tables.)
    if (!compare_tables({name}, {.men = std::string(name) == "antichess" ? 2 : 3}))
      GTEST_SKIP() << test::no_ffish;
  }
}

TEST(EndgamesAndFfish, MinishogiAgrees) {
  for (const bool endless_is_draw : {true, false}) {
    const Asked minishogi{.name = "minishogi", .endless_is_draw = endless_is_draw};
    if (!compare_tables(minishogi, {.materials = {"KGvK", "KPvK"}})) GTEST_SKIP() << test::no_ffish;
  }
}

TEST(EndgamesAndFfish, PassesAndCountedChecksAgree) {
  if (!compare_tables({"3check"}, {.materials = {"KRvK-2+2", "KPvK-1+2"}}))
    GTEST_SKIP() << test::no_ffish;
  compare_tables({"janggicasual"}, {.men = 3});
  compare_tables({"janggimodern"}, {.men = 3});
}

TEST(EndgamesAndFfish, FourMenAgree) {
  if (!compare_tables({"chess"}, {.materials = {"KQvKR", "KBNvK"}})) GTEST_SKIP() << test::no_ffish;
}

// Up to two materials of three men; none if the variant has no tables.
std::vector<std::string> some_materials(const variant::Variant& variant, std::uint64_t seed) {
  std::vector<std::string> names;
  try {
    const endgames::VariantRules rules = endgames::endgame_rules(variant::Rules(variant));
    const endgames::Materials materials(rules.rules);
    std::vector<std::string> all;
    for (const endgames::MaterialGroup& group : materials.up_to(3)) all.push_back(group.name);
    std::mt19937_64 random(seed);
    std::ranges::sample(all, std::back_inserter(names), 2, random);
  } catch (const UsageError&) {
    return {};
  }
  return names;
}

TEST(EndgamesAndFfish, RandomOnesAgree) {
  const test::TemporaryFolder folder;
  int compared = 0;
  for (const std::uint64_t seed : test::random_variant_seeds()) {
    const Asked asked{test::random_variant_name(seed), folder.file("random.ini")};
    const std::string text = test::random_variant(seed);
    SCOPED_TRACE(text);
    std::ofstream(asked.ini) << text;
    const auto materials =
        some_materials(variant::VariantFile(text, "random.ini").variant(asked.name), seed);
    if (materials.empty()) continue;
    if (!compare_tables(asked, {.materials = materials})) GTEST_SKIP() << test::no_ffish;
    ++compared;
  }
  EXPECT_GT(compared, 0);
  RecordProperty("variants", compared);
}

}  // namespace
}  // namespace zermelo
