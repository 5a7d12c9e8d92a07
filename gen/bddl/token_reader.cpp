// SPDX-License-Identifier: MIT
#include "gen/bddl/token_reader.h"

#include <fmt/format.h>

#include "gen/error.h"

namespace zermelo::bddl {
namespace {

// Of a file; each takes about a hundred as tokens and conditions.
constexpr std::size_t most_bytes = std::size_t{512} << 10;

}  // namespace

TokenReader::TokenReader(std::span<const std::string_view> texts,
                         const std::vector<std::string>& files)
    : files_(files) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].size() > most_bytes) {
      throw SyntaxError(
          fmt::format("{}:1:1: a file has at most {} KiB; the rules of a game take a few.",
                      files[i], most_bytes >> 10));
    }
    Lexer lexer(texts[i], files[i], 2);
    for (bool more = true; more;) {
      more = lexer.peek().kind != Token::Kind::end;
      if (!more && i + 1 < texts.size()) break;  // (one end is enough)
      tokens_.push_back(lexer.next());
      tokens_.back().place.file = static_cast<int>(i);
    }
  }
}

TokenReader::TokenReader(std::string_view part, Place origin, const std::vector<std::string>& files)
    : files_(files) {
  Lexer lexer(part, files[static_cast<std::size_t>(origin.file)], 2);
  for (bool more = true; more;) {
    more = lexer.peek().kind != Token::Kind::end;
    tokens_.push_back(lexer.next());
    Place& place = tokens_.back().place;
    place = {origin.line, origin.column + place.column - 1, origin.file};
  }
}

const Token& TokenReader::peek(std::size_t ahead) const {
  return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : tokens_.back();
}

Token TokenReader::next() {
  const Token& token = peek();
  if (at_ < tokens_.size()) ++at_;
  return token;
}

void TokenReader::skip_lines() {
  while (at(Token::Kind::line_end)) next();
}

bool TokenReader::take_sign(std::string_view sign) {
  if (!at_sign(sign)) return false;
  next();
  return true;
}

void TokenReader::sign(std::string_view sign) {
  if (!take_sign(sign)) expected(fmt::format("'{}'", sign));
}

void TokenReader::open() {
  constexpr int deepest = 100;
  if (at_sign("(") && ++depth_ > deepest) wrong(peek().place, "parentheses are nested too deeply");
  sign("(");
}

void TokenReader::close() {
  sign(")");
  --depth_;
}

Token TokenReader::word(const std::string& what) {
  if (!at(Token::Kind::word)) expected(what);
  return next();
}

int TokenReader::integer(const std::string& what) {
  if (!at(Token::Kind::integer)) expected(what);
  return next().number;
}

int TokenReader::signed_integer(const std::string& what) {
  const bool negative = take_sign("-");
  if (!negative) take_sign("+");
  const int number = integer(what);
  return negative ? -number : number;
}

void TokenReader::expected(const std::string& what) const {
  wrong(peek().place, fmt::format("expected {}, not {}", what, shown(peek())));
}

void TokenReader::wrong(Place place, const std::string& sentence) const {
  throw SyntaxError(fmt::format("{}:{}:{}: {}.", files_[static_cast<std::size_t>(place.file)],
                                place.line, place.column, sentence));
}

}  // namespace zermelo::bddl
