// SPDX-License-Identifier: MIT
// The parts of an address, decoded; nothing that was sent is trusted.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo::server {

enum class Plus { plain, space };

// %41 becomes A. Throws a Refusal (400) if a percent sign is not followed by two hexadecimal
// digits, or the bytes are not UTF-8 or hold control characters.
std::string decode_percent(std::string_view text, Plus plus = Plus::plain);

bool is_utf8(std::string_view text);

// The part of an address after the question mark: name=value&name=value.
class Query {
 public:
  // Throws a Refusal (400) for what cannot be decoded, and for a name that occurs twice.
  explicit Query(std::string_view text);

  // Nothing if it is not there.
  std::optional<std::string> text(const std::string& name) const;
  // These throw a Refusal (400) for a text that is not a number from `least` to `most`, or not 0 or
  // 1.
  std::uint64_t number(const std::string& name, std::uint64_t otherwise, std::uint64_t least,
                       std::uint64_t most) const;
  bool flag(const std::string& name, bool otherwise = false) const;

  // Throws a Refusal (400) that names the first unknown parameter, and the known ones.
  void require_known(const std::vector<std::string_view>& known) const;

  const std::map<std::string, std::string>& all() const { return values_; }

 private:
  std::map<std::string, std::string> values_;
};

// seed=N; a seed drawn at random if it is not there.
std::uint64_t seed_in(const Query& query);

}  // namespace zermelo::server
