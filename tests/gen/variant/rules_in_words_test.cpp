// SPDX-License-Identifier: MIT
#include "gen/variant/rules_in_words.h"

#include <gtest/gtest.h>

#include <string>

#include "gen/error.h"
#include "gen/variant/ini.h"

namespace zermelo::variant {
namespace {

TEST(VariantRulesInWords, SayHowMenMove) {
  const auto words = [](const char* betza) { return steps_in_words(parse_betza(betza)); };
  EXPECT_EQ(words("K"),
            "moves one square along ranks and files or one square diagonally in all "
            "directions");
  EXPECT_EQ(words("N"), "moves 1 by 2 squares in all directions");
  EXPECT_EQ(words("B2"), "moves up to 2 squares diagonally in all directions");
  EXPECT_EQ(words("R"), "moves any number of squares along ranks and files");
  EXPECT_EQ(words("mfWcfF"), "moves one square forward; takes one square diagonally forward");
  EXPECT_EQ(words("FfW"), "moves one square forward or one square diagonally in all directions");
  EXPECT_EQ(words("nN"), "moves 1 by 2 squares in all directions, if nothing stands between");
  EXPECT_EQ(words("mRcpR"),
            "moves any number of squares along ranks and files; takes any number of squares along "
            "ranks and files, over exactly one man");
}

TEST(VariantRulesInWords, AreThereForAllThatAreBuiltIn) {
  for (const std::string& name : built_in_variants().names()) {
    const std::string text = to_text(rules_in_words({{"name", name}}));
    EXPECT_NE(text.find("The men"), std::string::npos) << name;
    EXPECT_NE(text.find("The end"), std::string::npos) << name;
  }
  EXPECT_NE(to_text(rules_in_words({{"name", "antichess"}})).find("Who can take must take."),
            std::string::npos);
  EXPECT_NE(to_text(rules_in_words({{"name", "kingofthehill"}}))
                .find("White has won with K on d4, e4, d5 and e5."),
            std::string::npos);
}

TEST(VariantRulesInWords, NeedAVariant) {
  EXPECT_THROW(rules_in_words({}), UsageError);
  EXPECT_THROW(rules_in_words({{"name", "nothing"}}), UsageError);
  EXPECT_THROW(rules_in_words({{"rules", ""}}), UsageError);
  EXPECT_THROW(rules_in_words({{"rules", "[a]\nnonsense = 1\n"}}), SyntaxError);
}

}  // namespace
}  // namespace zermelo::variant
