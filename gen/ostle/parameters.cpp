// SPDX-License-Identifier: MIT
#include "gen/ostle/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "gen/error.h"

namespace zermelo::ostle {
namespace {

int read_number(const std::map<std::string, std::string>& values, const std::string& key, int low,
                int high, int otherwise) {
  const auto found = values.find(key);
  if (found == values.end()) return otherwise;
  const std::string& text = found->second;
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < low || number > high) {
    throw UsageError(
        fmt::format("ostle: {} must be a number from {} to {}, not '{}'.", key, low, high, text));
  }
  return number;
}

Repetition read_repetition(const std::map<std::string, std::string>& values) {
  const auto found = values.find("repetition");
  if (found == values.end() || found->second == "exact") return Repetition::exact;
  if (found->second == "symmetric") return Repetition::symmetric;
  throw UsageError(
      fmt::format("ostle: repetition must be exact or symmetric, not '{}'.", found->second));
}

}  // namespace

Parameters parse_parameters(const std::map<std::string, std::string>& values) {
  for (const auto& [key, value] : values) {
    const bool known =
        key == "size" || key == "start" || key == "lose" || key == "total" || key == "repetition";
    if (!known) {
      throw UsageError(fmt::format(
          "ostle has no parameter '{}'; it has size, start, lose, total and repetition.", key));
    }
  }
  Parameters p;
  p.size = read_number(values, "size", 3, 5, 5);
  p.start = read_number(values, "start", 1, p.size, p.size);
  p.lose = read_number(values, "lose", 0, p.start - 1, std::min(3, p.start - 1));
  p.total = read_number(values, "total", 2 * (p.lose + 1), 2 * p.start, 2 * p.start);
  p.repetition = read_repetition(values);
  return p;
}

std::map<std::string, std::string> describe(const Parameters& p) {
  return {{"size", std::to_string(p.size)},
          {"start", std::to_string(p.start)},
          {"lose", std::to_string(p.lose)},
          {"total", std::to_string(p.total)},
          {"repetition", p.repetition == Repetition::exact ? "exact" : "symmetric"}};
}

}  // namespace zermelo::ostle
