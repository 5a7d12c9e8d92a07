// SPDX-License-Identifier: MIT
#include "gen/parameter_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "gen/error.h"

namespace zermelo {
namespace {

// "size, start and total".
std::string listed(const std::vector<std::string>& words, const char* last_joint) {
  if (words.size() < 2) return words.empty() ? "none" : words.front();
  const auto most = std::span(words).first(words.size() - 1);
  return fmt::format("{} {} {}", fmt::join(most, ", "), last_joint, words.back());
}

}  // namespace

ParameterReader::ParameterReader(std::string game, const std::map<std::string, std::string>& values,
                                 const std::vector<std::string>& known)
    : game_(std::move(game)), values_(values) {
  for (const auto& [key, value] : values) {
    if (std::ranges::find(known, key) != known.end()) continue;
    throw UsageError(
        fmt::format("{} has no parameter '{}'; it has {}.", game_, key, listed(known, "and")));
  }
}

int ParameterReader::number(const std::string& key, int low, int high, int otherwise) const {
  const auto found = values_.find(key);
  if (found == values_.end()) return otherwise;
  const std::string& text = found->second;
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < low || number > high) {
    throw UsageError(fmt::format("{}: {} must be a number from {} to {}, not '{}'.", game_, key,
                                 low, high, text));
  }
  return number;
}

int ParameterReader::choice(const std::string& key, const std::vector<std::string>& words) const {
  const auto found = values_.find(key);
  if (found == values_.end()) return 0;
  const auto word = std::ranges::find(words, found->second);
  if (word == words.end()) {
    throw UsageError(fmt::format("{}: {} must be {}, not '{}'.", game_, key, listed(words, "or"),
                                 found->second));
  }
  return static_cast<int>(word - words.begin());
}

}  // namespace zermelo
