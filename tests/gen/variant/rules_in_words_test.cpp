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

TEST(VariantRulesInWords, SayWhatIsSpecial) {
  const auto says = [](const char* name, const char* sentence) {
    const std::string text = to_text(rules_in_words({{"name", name}}));
    // (Long sentences are broken into lines.)
    std::string joined;
    for (const char c : text) {
      const bool space = c == ' ' || c == '\n';
      if (!space || (!joined.empty() && joined.back() != ' ')) joined += space ? ' ' : c;
    }
    EXPECT_NE(joined.find(sentence), joined.npos) << name << ": " << sentence << "\n" << text;
  };
  says("atomic", "A capture removes the man that takes, and all men next to it but pawns.");
  says("atomic", "Who has at most 1 K left may not leave them under attack, unless they are next");
  says("3check", "White has won with 3 checks to the king, and Black with 3 checks.");
  says("minishogi", "Other play that never ends is won by Black.");
  says("atomar", "No K is removed by a capture.");
  says("atomar", "No K takes a man of its own kind.");
  says("spartan", "Not all K may be left under attack at once.");
  says("shatranj", "Who has at most 1 men left, if the other side has at least 2, has lost.");
  says("racingkings", "The other side has one more move");
  says("dobutsu", "White has won with L on a4, b4 and c4, if it is not under attack.");
  says("makpong", "A king in check may not go");
  says("janggimodern", "The second pass in a row ends the game, and men are counted.");
  says("janggimodern", "It hops over no man of its kind, and takes none.");
  says("janggimodern", "go diagonally as well.");
  says("armageddon", "What would be drawn is Black's.");
  says("crazyhouse", "What is taken comes into the taker's hand, and is not promoted.");
  says("crazyhouse", "Pawns are not dropped on the first rank.");
  says("placement", "The bishops of a side are dropped on squares of both shades.");
  says("placement", "White drops on a1, b1, c1, d1, e1, f1, g1 and h1.");
  says("shogi", "A pawn may not be dropped with mate.");
  says("shogi", "No P is dropped on a file with one of them.");
  says("shogi", "Who from some move on gives check with every move, for ever, loses.");
  says("micro", "They do so with a capture.");
  says("kyotoshogi", "Promoted men step back in the same way.");
}

TEST(VariantRulesInWords, SayWhichMenAreConnected) {
  const auto says = [](const std::string& lines, const char* sentence) {
    const std::string text =
        to_text(rules_in_words({{"rules", "[x:chess]\n" + lines + "\n"}, {"name", "x"}}));
    EXPECT_NE(text.find(sentence), text.npos) << text;
  };
  says("connectN = 4", "Who has 4 men in a row has won.");
  says("connectN = 3\ncollinearN = 4\nconnectValue = loss\nconnectDiagonal = false",
       "Such men are counted along ranks or along files.");
  says("connectNxN = 2", "Who has 2 by 2 men in a square has won.");
  const std::string flags = "flagRegionWhite = *8\nflagRegionBlack = *1\nflagMove = true\n";
  says(flags + "flagPiece = k", "if Black follows White with it, the game is drawn.");
  says(flags + "flagPiece = n", "if they are still there after the other side's reply.");
  says("pieceDrops = true\nmustDrop = true", "Who can drop must drop.");
  says("pieceDrops = true\nmustDrop = true\nmustDropType = n",
       "Who can drop N must do so before anything else.");
  says("passOnStalemate = true", "White passes without other moves.");
  says("adjudicateFullBoard = true\nmaterialCounting = unweighted",
       "On a full board men are counted.");
}

TEST(VariantRulesInWords, NeedAVariant) {
  EXPECT_THROW(rules_in_words({}), UsageError);
  EXPECT_THROW(rules_in_words({{"name", "nothing"}}), UsageError);
  EXPECT_THROW(rules_in_words({{"rules", ""}}), UsageError);
  EXPECT_THROW(rules_in_words({{"rules", "[a]\nnonsense = 1\n"}}), SyntaxError);
}

}  // namespace
}  // namespace zermelo::variant
