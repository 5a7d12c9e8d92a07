// SPDX-License-Identifier: MIT
#include "gen/bddl/lexer.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo::bddl {
namespace {

using Kind = Token::Kind;
using Words = std::vector<std::pair<Kind, std::string>>;

Words words_of(const std::string& text) {
  const std::string file = "f";
  Lexer lexer(text, file);
  Words words;
  while (lexer.peek().kind != Kind::end) {
    const Token token = lexer.next();
    words.push_back({token.kind, std::string(token.text)});
  }
  return words;
}

std::string error_of(const std::string& text) {
  return test::error_text<SyntaxError>([&] { words_of(text); });
}

TEST(Lexer, CutsATextIntoWordsAndSigns) {
  EXPECT_EQ(words_of("#init :effect ?x xmin-2 (12,+3)"), (Words{{Kind::section, "#init"},
                                                                {Kind::keyword, ":effect"},
                                                                {Kind::variable, "?x"},
                                                                {Kind::word, "xmin-2"},
                                                                {Kind::sign, "("},
                                                                {Kind::integer, "12"},
                                                                {Kind::sign, ","},
                                                                {Kind::sign, "+"},
                                                                {Kind::integer, "3"},
                                                                {Kind::sign, ")"}}));
  EXPECT_EQ(words_of(""), Words{});
}

// Comments, empty lines and the ends of lines between parentheses mean nothing.
TEST(Lexer, KeepsTheEndsOfLinesThatSaySomething) {
  EXPECT_EQ(words_of("% nothing\n\n  \na % this\n% and that\n\nb (c\n d)\r\n\n"),
            (Words{{Kind::word, "a"},
                   {Kind::line_end, "\n"},
                   {Kind::word, "b"},
                   {Kind::sign, "("},
                   {Kind::word, "c"},
                   {Kind::word, "d"},
                   {Kind::sign, ")"},
                   {Kind::line_end, "\r\n"}}));
  // A section ends parentheses that were forgotten.
  EXPECT_EQ(words_of("(a\n#b\nc").back(), (std::pair{Kind::word, std::string("c")}));
  EXPECT_EQ(words_of("(a\n#b\nc").size(), 5u);
}

// CR, as old editors write it, ends a line like LF and CR LF.
TEST(Lexer, EveryKindOfLineEndEndsALine) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    SCOPED_TRACE(testing::PrintToString(end));
    Words words = words_of("% c" + end + end + "a" + end + "b % c" + end + end + "(c" + end + "d)");
    std::erase_if(words, [](const auto& word) { return word.first == Kind::line_end; });
    EXPECT_EQ(words.size(), 6u);
    EXPECT_EQ(words_of("a" + end + "b" + end + "c").size(), 5u) << "two line ends";
    EXPECT_EQ(error_of("% c" + end + "a" + end + " &"), "f:3:2: '&' means nothing here.");
  }
}

TEST(Lexer, PassesOverAByteOrderMark) {
  EXPECT_EQ(words_of("\xef\xbb\xbf#init"), (Words{{Kind::section, "#init"}}));
  EXPECT_EQ(error_of("\xef\xbb\xbf &"), "f:1:2: '&' means nothing here.");
  EXPECT_EQ(error_of("a\xef\xbb\xbf"), "f:1:2: the byte 0xef means nothing here.");
}

TEST(Lexer, CommentsMayHoldAnyBytes) {
  EXPECT_EQ(words_of("% caf\xe9 \x01\na"), (Words{{Kind::word, "a"}}));
}

TEST(Lexer, ANameIsALine) {
  for (const std::string text : {"#name Pong Hau K'i", "#name\n Pong Hau K'i  % (from China)\n",
                                 "#NAME\r\r%\rPong Hau K'i"}) {
    const Words words = words_of(text);
    ASSERT_GE(words.size(), 2u) << text;
    EXPECT_EQ(words[1], (std::pair{Kind::line, std::string("Pong Hau K'i")})) << text;
  }
  EXPECT_EQ(words_of("#name\n#init").size(), 2u);
  EXPECT_EQ(error_of("#name a\x01"), "f:1:8: the byte 0x01 means nothing here.");
}

TEST(Lexer, CapitalsDoNotMatter) {
  const std::string file = "f";
  Lexer lexer("NOT", file);
  EXPECT_TRUE(lexer.peek().is(Kind::word, "not"));
  EXPECT_FALSE(lexer.peek().is(Kind::word, "no"));
  EXPECT_TRUE(lexer.peek().begins("no"));
}

TEST(Lexer, KnowsWhereItIs) {
  const std::string file = "game", text = "a\n  bb (7\n c";
  Lexer lexer(text, file);
  std::vector<std::pair<int, int>> places;
  while (lexer.peek().kind != Kind::end) {
    const Token token = lexer.next();
    if (token.kind == Kind::integer) {
      EXPECT_EQ(token.number, 7);
    }
    places.push_back({token.place.line, token.place.column});
  }
  EXPECT_EQ(places,
            (std::vector<std::pair<int, int>>{{1, 1}, {1, 2}, {2, 3}, {2, 6}, {2, 7}, {3, 2}}));
  EXPECT_EQ(test::error_text<SyntaxError>([&] { lexer.expected("a word"); }),
            "game:3:3: expected a word, not the end of the file.");
}

TEST(Lexer, RefusesWhatMeansNothing) {
  EXPECT_EQ(error_of("a\n &"), "f:2:2: '&' means nothing here.");
  EXPECT_EQ(error_of("\x80"), "f:1:1: the byte 0x80 means nothing here.");
  EXPECT_EQ(error_of("99999999999"), "f:1:1: the number 99999999999 is too large.");
}

}  // namespace
}  // namespace zermelo::bddl
