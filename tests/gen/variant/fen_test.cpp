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

TEST(VariantFen, HandsAreReadAndWritten) {
  const Variant zh = find_variant("crazyhouse");
  const std::string_view fen = "4k3/8/8/8/8/8/8/Q~3K3[QNPnp] w - - 0 1";
  EXPECT_EQ(format_fen(parse_fen(fen, zh), zh), fen);
  EXPECT_EQ(format_fen(parse_fen("4k3/8/8/8/8/8/8/Q~3K3[pPnNQ]", zh), zh), fen);
  // Some programs write what is in hand as one more rank.
  EXPECT_EQ(format_fen(parse_fen("4k3/8/8/8/8/8/8/Q~3K3/QNPnp", zh), zh), fen);
  for (const std::string_view none : {"4k3/8/8/8/8/8/8/4K3[]", "4k3/8/8/8/8/8/8/4K3[-]",
                                      "4k3/8/8/8/8/8/8/4K3/", "4k3/8/8/8/8/8/8/4K3"})
    EXPECT_EQ(format_fen(parse_fen(none, zh), zh), "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
  const Variant shogi = find_variant("minishogi");
  const std::string_view promoted = "k4/5/5/1+p3/4K[Pg] b - - 3 7";
  EXPECT_EQ(format_fen(parse_fen(promoted, shogi), shogi), promoted);
}

TEST(VariantFen, WhatIsNoHandIsSaid) {
  const auto message_of = [](std::string_view variant, const std::string& fen) -> std::string {
    try {
      parse_fen(fen, find_variant(variant));
    } catch (const IllegalPosition& error) {
      return error.what();
    }
    return "";
  };
  const std::string board = "4k3/8/8/8/8/8/8/4K3";
  for (const std::string& hand :
       {"[" + std::string(200, 'P') + "]", "/" + std::string(200, 'p'), std::string("[P"),
        std::string("[x]"), std::string("[+P]"), std::string("[Q~]"), std::string("[*]"),
        std::string("[1]"), std::string("[P]]"), std::string("[[P]"), std::string("/8/8")}) {
    const std::string message = message_of("crazyhouse", board + hand);
    EXPECT_FALSE(message.empty()) << hand;
    EXPECT_EQ(message.find('\n'), message.npos);
    EXPECT_LT(message.size(), 300U);
  }
  EXPECT_NE(message_of("crazyhouse", board + "[" + std::string(200, 'P') + "]")
                .find("there are too many men in hand."),
            std::string::npos);
  EXPECT_NE(message_of("chess", board + "[P]").find("there are no men in hand in this variant."),
            std::string::npos);
  EXPECT_EQ(message_of("chess", board + "[]"), "");
}

std::string san_of(std::string_view fen, std::string_view uci, std::string_view variant = "chess") {
  const Rules rules(find_variant(variant));
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
  EXPECT_EQ(san_of("4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "P@e4", "crazyhouse"), "P@e4");
  EXPECT_EQ(san_of("4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1", "N@d6", "crazyhouse"), "N@d6+");
  EXPECT_EQ(san_of("4k3/2P5/8/8/8/8/8/4K3[] w - - 0 1", "c7c8n", "crazyhouse"), "c8=N");
  EXPECT_EQ(san_of("4k3/8/8/8/8/8/Q7/4K2Q~[] w - - 0 1", "h1d5", "crazyhouse"), "Qhd5");
  EXPECT_EQ(san_of("k4/5/1P3/5/4K[] w - - 0 1", "b3b4", "minishogi"), "Pb4");
  EXPECT_EQ(san_of("k4/3P1/5/5/4K[] w - - 0 1", "d4d5+", "minishogi"), "Pd5=+");
}

}  // namespace
}  // namespace zermelo::variant
