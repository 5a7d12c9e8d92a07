// SPDX-License-Identifier: MIT
// Compares endgame tables with Fairy-Stockfish (tests/support/ffish.h): the value of a position
// with those of the positions to which its moves lead. Skipped where it is missing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/text/notation_text.h"
#include "probe/endgames.h"
#include "tests/support/ffish.h"
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

// False if there is no ffish.
bool compare_tables(const std::string& name, const EndgameChoice& choice) {
  SCOPED_TRACE(name);
  if (!test::ask_ffish(name, "", 1, {})) return false;
  const test::TemporaryFolder folder;
  make_endgames(*make_game(variant_spec(name)), folder.file(name), choice);
  const Table table = open_endgames(folder.file(name));
  const std::vector<std::string> fens = table.sample(sampled, 7);
  const auto answers = test::ask_ffish(name, "", 1, fens);
  for (std::size_t i = 0; i < fens.size(); ++i) {
    const auto parts = split(answers->lines[i], '|');
    EXPECT_EQ(parts.front(), "*") << fens[i];
    std::optional<Value> best;
    for (std::size_t k = 1; k < parts.size(); ++k) {
      const std::string fen(parts[k].substr(parts[k].find('=') + 1));
      const Value value = value_after(table, fen);
      best = best ? std::max(*best, value) : value;
    }
    EXPECT_EQ(best.value_or(Value()), table.probe(fens[i])) << fens[i];
  }
  return true;
}

TEST(EndgamesAndFfish, ThreeMenAgree) {
  int compared = 0;
  for (const std::string& name : built_in_variant_names()) {
    // (With three men it has 147 tables, as has antichess, which has the same endings.)
    if (name == "giveaway") continue;
    try {
      if (!compare_tables(name, {.men = name == "antichess" ? 2 : 3}))
        GTEST_SKIP() << test::no_ffish;
      ++compared;
    } catch (const UsageError&) {
      continue;  // (It has no tables yet.)
    }
  }
  EXPECT_GT(compared, 8);
}

TEST(EndgamesAndFfish, FourMenAgree) {
  if (!compare_tables("chess", {.materials = {"KQvKR", "KBNvK"}})) GTEST_SKIP() << test::no_ffish;
}

}  // namespace
}  // namespace zermelo
