// SPDX-License-Identifier: MIT
// The words and signs of a BDDL text.
#pragma once

#include <string>
#include <string_view>

#include "gen/bddl/syntax.h"

namespace zermelo::bddl {

struct Token {
  enum class Kind {
    word,      // black, xmin, occupy-bottom
    integer,   // digits
    section,   // #init
    keyword,   // :effect
    variable,  // ?x
    sign,      // one of ( ) , + -, in version 2 also = < > * <= >= ..
    line,      // all that stands on the first line after #name, in version 2 #game and :text
    line_end,  // however it is written: LF, CR LF or CR
    end
  };
  Kind kind = Kind::end;
  std::string_view text;  // as written, '#', ':' and '?' included
  Place place;
  int number = 0;  // of an integer

  // Whether it is this word, section or keyword, `t` in small letters; capitals do not matter.
  bool is(Kind k, std::string_view t) const { return kind == k && is_word(t); }
  bool is_word(std::string_view t) const { return begins(t) && text.size() == t.size(); }
  bool begins(std::string_view t) const;
  bool is_sign(char c) const { return kind == Kind::sign && text.front() == c; }
  bool is_sign(std::string_view t) const { return kind == Kind::sign && text == t; }
};

// How errors name it: "'black'", "the end of the line".
std::string shown(const Token& token);

// Cuts a text into tokens, one by one. A byte-order mark at its beginning and comments (from a '%'
// to the end of the line, any bytes) are left out, and so are the ends of lines between
// parentheses, and of empty lines.
class Lexer {
 public:
  // `file` is what errors call the text. Both must outlive the lexer and its tokens. `version` is
  // that of the language.
  Lexer(std::string_view text, const std::string& file, int version = 1);

  // The next token, without taking it.
  const Token& peek() const { return token_; }
  // Takes it.
  Token next();

  // Throws SyntaxError: "FILE:LINE:COLUMN: expected WHAT, not 'black'".
  [[noreturn]] void expected(const std::string& what) const;
  // The same for an earlier place, with a sentence of its own.
  [[noreturn]] void wrong(Place place, const std::string& sentence) const;

 private:
  void advance();
  Token read();
  void skip_blanks();
  void skip_line_end();
  Token line_of_text();
  Place here() const { return {line_, static_cast<int>(at_ - line_begin_) + 1}; }
  bool begins_line(const Token& token) const;
  std::size_t sign_length() const;
  Token take(Token::Kind kind, std::size_t length);
  std::size_t run_length(std::size_t begin, bool (*belongs)(char)) const;

  std::string_view text_;
  const std::string& file_;
  int version_;
  std::size_t at_ = 0, line_begin_ = 0;
  int line_ = 1;
  int depth_ = 0;              // of parentheses
  bool line_is_empty_ = true;  // nothing but blanks and comments since the last line_end
  bool wants_line_ = false;    // #name has been read, or the like
  Token token_;
};

}  // namespace zermelo::bddl
