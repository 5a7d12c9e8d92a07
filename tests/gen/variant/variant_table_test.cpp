// SPDX-License-Identifier: MIT
// The table of all variants that are built in, in docs/variants.md, says what holds. With
// ZERMELO_WRITE_DOCS=1 the test writes it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "gen/error.h"
#include "gen/variant/endgame_variant.h"
#include "gen/variant/ini.h"
#include "gen/variant/material.h"
#include "gen/variant/moves.h"
#include "tests/support/ffish.h"

namespace zermelo::variant {
namespace {

constexpr std::string_view table_begin = "| variant | board | rules | tables |\n";

// What a variant has beyond pieces and promotion, by what solving needs.
std::string stage_of(const Variant& v) {
  if (v.has_endless_rule()) return v.drops.allowed ? "drops, endless" : "endless";
  if (v.drops.allowed) return "drops";
  const Connection& c = v.connection;
  const bool ends = v.extinction || !v.flag_region.white.empty() || !v.flag_region.black.empty() ||
                    c.row + c.square + c.collinear > 0 || v.counting != MaterialCounting::none ||
                    v.stalemate_by_count || v.counts_checks;
  const bool moves = v.must_capture || !v.checking || v.makpong || v.blast || v.pass.white ||
                     v.pass.black || !v.mutually_immune.empty();
  return ends || moves ? "ends" : "pieces";
}

std::string tables_of(Variant v) {
  const bool is_endless = !v.endless_rule.empty();
  v.endless_rule.clear();
  try {
    const auto rules = endgames::endgame_rules(Rules(v));
    endgames::Materials(rules.rules);
    return is_endless ? "with `--endless draw`" : "yes";
  } catch (const UsageError& error) {
    const std::string text = error.what();
    const std::string_view yet = " yet: ";
    const std::size_t reason = text.find(yet);
    return reason == text.npos ? text : "no: " + text.substr(reason + yet.size());
  }
}

std::string table_of_variants() {
  std::string text(table_begin);
  text += "|---|---|---|---|\n";
  for (const std::string& name : built_in_variants().names()) {
    const Variant v = built_in_variants().variant(name);
    text += fmt::format("| {} | {}x{} | {} | {} |\n", name, v.board.files, v.board.ranks,
                        stage_of(v), tables_of(v));
  }
  return text;
}

std::string text_in(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(VariantTable, InTheDocsSaysWhatHolds) {
  const std::string path = std::string(ZERMELO_SOURCE) + "/docs/variants.md";
  std::string text = text_in(path);
  const std::size_t begin = text.find(table_begin);
  ASSERT_NE(begin, text.npos);
  const std::size_t end = text.find("\n\n", begin) + 1;
  ASSERT_NE(end, text.npos + 1);
  const std::string table = table_of_variants();
  if (test::setting_of("ZERMELO_WRITE_DOCS", "").empty()) {
    EXPECT_EQ(text.substr(begin, end - begin), table)
        << "Run this test with ZERMELO_WRITE_DOCS=1, and look at what it has written.";
    return;
  }
  text.replace(begin, end - begin, table);
  std::ofstream(path) << text;
}

}  // namespace
}  // namespace zermelo::variant
