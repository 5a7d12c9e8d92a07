// SPDX-License-Identifier: MIT
#include "gen/variant/options.h"

#include <gtest/gtest.h>

#include <string_view>

#include "gen/text/notation_text.h"
#include "gen/variant/betza.h"

namespace zermelo::variant {
namespace {

TEST(VariantOptions, AreSortedAndFound) {
  std::string_view before;
  for (const Option& option : options()) {
    EXPECT_LT(before, option.name);
    EXPECT_EQ(find_option(option.name), &option);
    before = option.name;
  }
  EXPECT_EQ(find_option("zzz"), nullptr);
  EXPECT_EQ(find_option(""), nullptr);
}

TEST(VariantOptions, ThoseRefusedSayWhy) {
  for (const Option& option : options()) {
    const bool is_limited = option.use == Option::Use::refused;
    EXPECT_EQ(option.why.empty(), !is_limited) << option.name;
    if (option.sets.empty()) continue;
    for (const std::string_view other : split(option.sets, ' '))
      EXPECT_NE(find_option(other), nullptr) << option.name;
  }
}

TEST(VariantOptions, PiecesOfANameMove) {
  for (const NamedPiece& piece : named_pieces()) {
    EXPECT_EQ(parse_betza(piece.betza).empty(), piece.name == "immobile") << piece.name;
  }
}

}  // namespace
}  // namespace zermelo::variant
