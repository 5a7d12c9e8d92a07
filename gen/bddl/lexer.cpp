// SPDX-License-Identifier: MIT
#include "gen/bddl/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "gen/bddl/names.h"
#include "gen/error.h"
#include "gen/text/ascii.h"
#include "gen/text/byte_order_mark.h"

namespace zermelo::bddl {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool in_word(char c) { return is_letter(c) || is_digit(c) || c == '-'; }
bool ends_line(char c) { return c == '\n' || c == '\r'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

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

bool Token::begins(std::string_view t) const {
  return text.size() >= t.size() &&
         std::equal(t.begin(), t.end(), text.begin(),
                    [](char wanted, char written) { return wanted == to_lower(written); });
}

Lexer::Lexer(std::string_view text, const std::string& file, int version)
    : text_(text), file_(file), version_(version) {
  if (text.starts_with(byte_order_mark)) at_ = line_begin_ = byte_order_mark.size();
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
  wants_line_ = begins_line(token_);
}

bool Lexer::begins_line(const Token& token) const {
  if (version_ == 1) return token.is(Token::Kind::section, "#name");
  return token.is(Token::Kind::section, "#game") || token.is(Token::Kind::keyword, ":text");
}

// 0 if there is none.
std::size_t Lexer::sign_length() const {
  const std::string_view rest = text_.substr(at_);
  if (version_ == 2 && (rest.starts_with("..") || rest.starts_with("<=") || rest.starts_with(">=")))
    return 2;
  const std::string_view signs = version_ == 1 ? "(),+-" : "(),+-=<>*";
  return signs.find(rest.front()) == std::string_view::npos ? 0 : 1;
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
      while (at_ < text_.size() && !ends_line(text_[at_])) ++at_;
    } else if (ends_line(c) && (line_is_empty_ || depth_ > 0 || wants_line_)) {
      skip_line_end();
    } else if (is_blank(c)) {
      ++at_;
    } else {
      return;
    }
  }
}

void Lexer::skip_line_end() {
  const bool two = text_.substr(at_, 2) == "\r\n";
  line_begin_ = at_ += two ? 2 : 1;
  ++line_;
}

// The rest of the line, without its comment and the blanks before that.
Token Lexer::line_of_text() {
  std::size_t length = std::min(text_.find_first_of("%\r\n", at_), text_.size()) - at_;
  while (length > 0 && is_blank(text_[at_ + length - 1])) --length;
  for (const char& c : text_.substr(at_, length)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= ' ' && byte != 0x7f) continue;
    at_ = static_cast<std::size_t>(&c - text_.data());
    wrong(here(), fmt::format("the byte {:#04x} means nothing here", byte));
  }
  return take(Token::Kind::line, length);
}

// (Sentences show words. Version 1 has always read longer ones.)
Token Lexer::take(Token::Kind kind, std::size_t length) {
  if (version_ == 2 && kind != Token::Kind::line && length > longest_name)
    wrong(here(), fmt::format("a word or number has at most {} bytes", longest_name));
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
  if (ends_line(c)) {
    const Place place = here();
    const std::size_t begin = at_;
    skip_line_end();
    return {Token::Kind::line_end, text_.substr(begin, at_ - begin), place};
  }
  if (wants_line_ && c != '#') return line_of_text();
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
  if (const std::size_t length = sign_length(); length > 0) return take(Token::Kind::sign, length);
  wrong(here(), c >= ' ' && c <= '~' ? fmt::format("'{}' means nothing here", c)
                                     : fmt::format("the byte {:#04x} means nothing here",
                                                   static_cast<unsigned char>(c)));
}

}  // namespace zermelo::bddl
