// SPDX-License-Identifier: MIT
// What stands in an address, decoded; nothing that was sent is trusted.
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
// digits, or the bytes are no UTF-8 or hold control characters.
std::string decode_percent(std::string_view text, Plus plus = Plus::plain);

bool is_utf8(std::string_view text);

// The part of an address behind the question mark: name=value&name=value.
class Query {
 public:
  // Throws a Refusal (400) for what cannot be decoded, and for a name that stands twice.
  explicit Query(std::string_view text);

  // Nothing if it is not there.
  std::optional<std::string> text(const std::string& name) const;
  // These throw a Refusal (400) for what is no number from `least` to `most`; no 0 or 1.
  std::uint64_t number(const std::string& name, std::uint64_t otherwise, std::uint64_t least,
                       std::uint64_t most) const;
  bool flag(const std::string& name, bool otherwise = false) const;

  // Throws a Refusal (400) that names the first parameter that is not among the known ones, and
  // those.
  void require_known(const std::vector<std::string_view>& known) const;

  const std::map<std::string, std::string>& all() const { return values_; }

 private:
  std::map<std::string, std::string> values_;
};

// seed=N; one drawn at random if it is not there.
std::uint64_t seed_in(const Query& query);

}  // namespace zermelo::server
