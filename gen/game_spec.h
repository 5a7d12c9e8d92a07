// SPDX-License-Identifier: MIT
// A game by name and parameters, as typed on a command line or written in a table:
// "ostle size=4 start=3".
#pragma once

#include <map>
#include <span>
#include <string>

#include "gen/cxx_standard.h"

namespace zermelo {

using ParameterTexts = std::map<std::string, std::string>;

// What specs call all games whose rules are the user's own code (probe/own_game.h); their
// parameters are the game's own, and its name and version.
inline constexpr char own_game_name[] = "own";
// And all chess variants (gen/variant/), whose parameters are their name and their rules.
inline constexpr char variant_game_name[] = "variant";

struct GameSpec {
  std::string name;
  ParameterTexts parameters;

  bool operator==(const GameSpec&) const = default;
};

// The first word is the name, the others key=value. Throws UsageError.
GameSpec parse_game_spec(std::span<const std::string> words);

// "ostle lose=3 size=5 ...": the form that parse_game_spec reads.
std::string to_string(const GameSpec& spec);

}  // namespace zermelo
