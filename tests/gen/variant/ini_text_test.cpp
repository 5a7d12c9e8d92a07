// SPDX-License-Identifier: MIT
// What a table keeps of a variant's rules: a text from which the same rules are read.
#include <gtest/gtest.h>

#include <string>

#include "gen/error.h"
#include "gen/variant/ini.h"

namespace zermelo::variant {
namespace {

Variant read_again(const VariantText& text) {
  Variant variant = variant_of({{"name", text.name}, {"rules", text.rules}});
  variant.name = text.name;
  return variant;
}

TEST(VariantTexts, OfAllThatAreBuiltInHaveTheSameRules) {
  for (const std::string& name : built_in_variants().names())
    EXPECT_EQ(read_again(find_variant_text(name)), built_in_variants().variant(name)) << name;
}

TEST(VariantTexts, OfAFileHoldWhatTheyCopyAlsoOfTheSameName) {
  const VariantFile file(
      "[chess:chess]\nqueen = -\npromotionPieceTypes = nbr\nstartFen = "
      "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\n"
      "[mine:chess]\ncastling = false\n",
      "x.ini");
  EXPECT_EQ(read_again({"mine", file.text_of("mine")}), file.variant("mine"));
  EXPECT_THROW(file.text_of("other"), UsageError);
}

}  // namespace
}  // namespace zermelo::variant
