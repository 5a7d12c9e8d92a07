// SPDX-License-Identifier: MIT
#include "gen/bddl/lexer.h"

#include <fmt/format.h>

#include <charconv>

#include "gen/error.h"

namespace zermelo::bddl {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool in_word(char c) { return is_letter(c) || is_digit(c) || c == '-'; }

std::string shown(const Token& token) {
  switch (token.kind) {
    case Token::Kind::end:
      return "the end of the file";
    case Token::Kind::line_end:
      return "the end of the line";
    default:
      return fmt::format("'{}'", token.text);
  }
}

}  // namespace

Lexer::Lexer(std::string_view text, const std::string& file) : text_(text), file_(file) {
  advance();
}

Token Lexer::next() {
  const Token taken = token_;
  advance();
  return taken;
}

void Lexer::advance() {
  token_ = read();
  if (token_.is_sign('(')) ++depth_;
  if (token_.is_sign(')') && depth_ > 0) --depth_;
  if (token_.kind == Token::Kind::section || token_.kind == Token::Kind::keyword) depth_ = 0;
  line_is_empty_ = token_.kind == Token::Kind::line_end;
}

void Lexer::expected(const std::string& what) const {
  wrong(token_.place, fmt::format("expected {}, not {}", what, shown(token_)));
}

void Lexer::wrong(Place place, const std::string& sentence) const {
  throw SyntaxError(fmt::format("{}:{}:{}: {}.", file_, place.line, place.column, sentence));
}

// Leaves at_ at something that makes a token, a line's end included.
void Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '%') {
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    } else if (c == '\n' && (line_is_empty_ || depth_ > 0)) {
      line_begin_ = ++at_;
      ++line_;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else {
      return;
    }
  }
}

Token Lexer::take(Token::Kind kind, std::size_t length) {
  const Token token{kind, text_.substr(at_, length), here()};
  at_ += length;
  return token;
}

std::size_t Lexer::run_length(std::size_t begin, bool (*belongs)(char)) const {
  std::size_t end = begin;
  while (end < text_.size() && belongs(text_[end])) ++end;
  return end - at_;
}

Token Lexer::read() {
  skip_blanks();
  if (at_ == text_.size()) return {Token::Kind::end, {}, here()};
  const char c = text_[at_];
  if (c == '\n') {
    const Token token{Token::Kind::line_end, text_.substr(at_, 1), here()};
    line_begin_ = ++at_;
    ++line_;
    return token;
  }
  if (is_letter(c)) return take(Token::Kind::word, run_length(at_, in_word));
  if (is_digit(c)) {
    Token token = take(Token::Kind::integer, run_length(at_, is_digit));
    const char* end = token.text.data() + token.text.size();
    if (std::from_chars(token.text.data(), end, token.number).ec != std::errc()) {
      wrong(token.place, fmt::format("the number {} is too large", token.text));
    }
    return token;
  }
  if (c == '#') return take(Token::Kind::section, run_length(at_ + 1, in_word));
  if (c == ':') return take(Token::Kind::keyword, run_length(at_ + 1, in_word));
  if (c == '?') return take(Token::Kind::variable, run_length(at_ + 1, is_letter));
  if (std::string_view("(),+-").find(c) != std::string_view::npos)
    return take(Token::Kind::sign, 1);
  wrong(here(), c >= ' ' && c <= '~' ? fmt::format("'{}' means nothing here", c)
                                     : fmt::format("the byte {:#04x} means nothing here",
                                                   static_cast<unsigned char>(c)));
}

}  // namespace zermelo::bddl
