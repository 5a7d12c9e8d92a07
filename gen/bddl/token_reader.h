// SPDX-License-Identifier: MIT
// The tokens of a game in version 2, of one file or two, to be read in any order: names may be used
// before the section that declares them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gen/bddl/lexer.h"

namespace zermelo::bddl {

class TokenReader {
 public:
  // Texts and names of files, which errors mention, must outlive the reader. Throws SyntaxError.
  TokenReader(std::span<const std::string_view> texts, const std::vector<std::string>& files);

  // Of a part of a line, which begins at `origin`.
  TokenReader(std::string_view part, Place origin, const std::vector<std::string>& files);

  // The token that comes so many after the next one; beyond the end, the end.
  const Token& peek(std::size_t ahead = 0) const;
  Token next();
  std::size_t where() const { return at_; }
  void go_to(std::size_t where) { at_ = where; }
  bool finished() const { return at_ + 1 >= tokens_.size(); }

  bool at(Token::Kind kind) const { return peek().kind == kind; }
  bool at_sign(std::string_view sign) const { return peek().is_sign(sign); }
  bool at_word(std::string_view word) const { return peek().is(Token::Kind::word, word); }
  // At the end of what a section says.
  bool at_section_end() const { return at(Token::Kind::section) || at(Token::Kind::end); }
  void skip_lines();
  // Takes it if it comes next.
  bool take_sign(std::string_view sign);
  // Takes them, or throws SyntaxError.
  void sign(std::string_view sign);
  // An opening parenthesis, and what closes it. Throws SyntaxError if they are nested too deeply.
  void open();
  void close();
  Token word(const std::string& what);
  int integer(const std::string& what);
  int signed_integer(const std::string& what);

  // Throw SyntaxError: "FILE:LINE:COLUMN: expected WHAT, not 'black'", or a sentence of their own.
  [[noreturn]] void expected(const std::string& what) const;
  [[noreturn]] void wrong(Place place, const std::string& sentence) const;

 private:
  const std::vector<std::string>& files_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace zermelo::bddl
