// SPDX-License-Identifier: MIT
#include "server/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <random>
#include <system_error>

#include "server/http.h"

namespace zermelo::server {
namespace {

int hexadecimal_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

unsigned char byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0;
}

// How many bytes the character at `at` has; 0 if the bytes there are not a character in UTF-8.
// (Overlong forms, surrogates, and code points above U+10FFFF are excluded, as in the table of RFC
// 3629.)
std::size_t length_of_character(std::string_view text, std::size_t at) {
  const auto follows = [&](std::size_t i, unsigned char least = 0x80, unsigned char most = 0xbf) {
    const unsigned char byte = byte_at(text, at + i);
    return byte >= least && byte <= most;
  };
  const unsigned char first = byte_at(text, at);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool second = first == 0xe0   ? follows(1, 0xa0)
                        : first == 0xed ? follows(1, 0x80, 0x9f)
                                        : follows(1);
    return second && follows(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool second = first == 0xf0   ? follows(1, 0x90)
                        : first == 0xf4 ? follows(1, 0x80, 0x8f)
                                        : follows(1);
    return second && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

// "a, b and c"
std::string listed(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = length_of_character(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string decode_percent(std::string_view text, Plus plus) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '+' && plus == Plus::space) c = ' ';
    if (c == '%') {
      const int high = i + 2 < text.size() ? hexadecimal_digit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? hexadecimal_digit(text[i + 2]) : -1;
      if (high < 0 || low < 0)
        throw bad_request(
            "In the address, a percent sign is not followed by two hexadecimal digits.");
      c = static_cast<char>(high * 16 + low);
      i += 2;
    }
    decoded += c;
  }
  if (!is_utf8(decoded)) throw bad_request("The address holds bytes that are not UTF-8.");
  if (std::ranges::any_of(decoded, is_control))
    throw bad_request("The address holds a control character.");
  return decoded;
}

Query::Query(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view item = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (item.empty()) continue;
    const std::size_t equals = std::min(item.find('='), item.size());
    const std::string name = decode_percent(item.substr(0, equals), Plus::space);
    const std::string value =
        decode_percent(item.substr(std::min(equals + 1, item.size())), Plus::space);
    if (!values_.emplace(name, value).second)
      throw bad_request(fmt::format("'{}' occurs twice in the address.", name));
  }
}

std::optional<std::string> Query::text(const std::string& name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

std::uint64_t Query::number(const std::string& name, std::uint64_t otherwise, std::uint64_t least,
                            std::uint64_t most) const {
  const std::optional<std::string> given = text(name);
  if (!given) return otherwise;
  std::uint64_t number = 0;
  const char* const end = given->data() + given->size();
  const auto [rest, error] = std::from_chars(given->data(), end, number);
  if (error != std::errc() || rest != end || number < least || number > most)
    throw bad_request(fmt::format("{} must be a number from {} to {}.", name, least, most));
  return number;
}

void Query::require_known(const std::vector<std::string_view>& known) const {
  for (const auto& [name, value] : values_) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const std::string shown = name.substr(0, 60);
    if (known.empty()) {
      throw bad_request(
          fmt::format("'{}' is not a parameter of this address, which takes none.", shown));
    }
    throw bad_request(fmt::format("'{}' is not a parameter of this address, which takes {}.", shown,
                                  listed(known)));
  }
}

bool Query::flag(const std::string& name, bool otherwise) const {
  return number(name, otherwise ? 1 : 0, 0, 1) == 1;
}

std::uint64_t seed_in(const Query& query) {
  if (!query.text("seed")) return std::uint64_t{std::random_device{}()};
  return query.number("seed", 0, 0, ~std::uint64_t{0});
}

}  // namespace zermelo::server
