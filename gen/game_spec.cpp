// SPDX-License-Identifier: MIT
#include "gen/game_spec.h"

#include <fmt/format.h>

#include "gen/error.h"

namespace zermelo {

GameSpec parse_game_spec(std::span<const std::string> words) {
  if (words.empty()) throw UsageError("Name a game; `zermelo games` lists them.");
  GameSpec spec{words.front(), {}};
  for (const std::string& word : words.subspan(1)) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw UsageError(fmt::format("'{}' is not a parameter; write key=value.", word));
    }
    const std::string key = word.substr(0, equals);
    if (!spec.parameters.emplace(key, word.substr(equals + 1)).second) {
      throw UsageError(fmt::format("The parameter {} is given twice.", key));
    }
  }
  return spec;
}

std::string to_string(const GameSpec& spec) {
  std::string text = spec.name;
  for (const auto& [key, value] : spec.parameters) text += fmt::format(" {}={}", key, value);
  return text;
}

}  // namespace zermelo
