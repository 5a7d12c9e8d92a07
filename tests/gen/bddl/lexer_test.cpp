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
                   {Kind::line_end, "\n"}}));
  // A section ends parentheses that were forgotten.
  EXPECT_EQ(words_of("(a\n#b\nc").back(), (std::pair{Kind::word, std::string("c")}));
  EXPECT_EQ(words_of("(a\n#b\nc").size(), 5u);
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
