// SPDX-License-Identifier: MIT
#include "gen/variant/fen.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "gen/variant/ini.h"

namespace zermelo::variant {
namespace {

TEST(VariantFen, IsReadAndWritten) {
  for (const std::string& name : built_in_variants().names()) {
    const Variant variant = built_in_variants().variant(name);
    EXPECT_EQ(format_fen(parse_fen(variant.start, variant), variant), variant.start);
  }
  const Variant chess = find_variant("chess");
  for (const std::string_view fen :
       {"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Kq e3 0 3",
        "4k3/8/8/8/8/8/8/4K2R w K - 12 40", "8/8/8/8/8/8/8/Kk6 b - - 0 1"})
    EXPECT_EQ(format_fen(parse_fen(fen, chess), chess), fen);
  EXPECT_EQ(parse_fen("8/8/8/8/8/8/8/Kk6", chess).to_move, Colour::white);
}

TEST(VariantFen, WhatIsNoPositionIsSaid) {
  const Variant chess = find_variant("chess");
  for (const std::string_view wrong :
       {"", "8 w", "8/8/8/8/8/8/8/9 w", "8/8/8/8/8/8/8/7 w", "8/8/8/8/8/8/8/8P w",
        "8/8/8/8/8/8/8/8 x", "8/8/8/8/8/8/8/x7 w", "8/8/8/8/8/8/8/+ w", "8/8/8/8/8/8/8/*7 w",
        "8/8/8/8/8/8/8/8 w - z9", "8/8/8/8/8/8/8/8 w - - x", "8/8/8/8/8/8/8/8 w - - 1 2 3",
        "8/8/8/8/8/8/8/8[ w", "8/8/8/8/8/8/8/99999999999999999999 w"})
    EXPECT_THROW(parse_fen(wrong, chess), IllegalPosition) << wrong;
}

std::string san_of(std::string_view fen, std::string_view uci) {
  const Rules rules(find_variant("chess"));
  const Position position = parse_fen(fen, rules.variant());
  std::vector<Move> scratch;
  const auto move = parse_uci(uci, position, rules, scratch);
  if (!move) return "no move";
  EXPECT_EQ(format_uci(*move, position, rules), uci);
  return format_san(*move, position, rules, scratch);
}

TEST(VariantFen, MovesAreWrittenAsUciAndSan) {
  EXPECT_EQ(san_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "O-O");
  EXPECT_EQ(san_of("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"), "O-O-O");
  EXPECT_EQ(san_of("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q"), "e8=Q+");
  EXPECT_EQ(san_of("k7/8/8/8/3pP3/8/8/K7 b - e3 0 1", "d4e3"), "dxe3");
  EXPECT_EQ(san_of("k7/8/8/8/8/8/8/KN3N2 w - - 0 1", "b1d2"), "Nbd2");
  EXPECT_EQ(san_of("k7/8/8/1N6/8/8/8/KN6 w - - 0 1", "b1c3"), "N1c3");
  EXPECT_EQ(san_of("k7/8/8/1N3N2/8/8/8/KN6 w - - 0 1", "b5d4"), "Nbd4");
  EXPECT_EQ(san_of("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6g7"), "Qg7#");
  EXPECT_EQ(san_of("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6a1"), "no move");
}

}  // namespace
}  // namespace zermelo::variant
