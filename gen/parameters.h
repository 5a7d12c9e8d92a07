// SPDX-License-Identifier: MIT
// Reads the key=value pairs that choose a game's size and rules, as its table of parameters says
// (gen/games.h).
#pragma once

#include <map>
#include <string>

#include "gen/game_spec.h"
#include "gen/games.h"

namespace zermelo {

// By name: a number, or the number of a word among those of its range, from 0.
using ParameterValues = std::map<std::string, int>;

// From `low` to `high`, both included. For words these are their numbers.
struct ParameterRange {
  int low = 0, high = 0;
};

// All parameters, defaults filled in. Throws UsageError, naming the game, the key and the values
// that it may have.
ParameterValues read_parameters(const GameInfo& game, const ParameterTexts& texts);
// The same as texts, by the names that they have in specs. `values` has all parameters, within
// their ranges.
ParameterTexts parameter_texts(const GameInfo& game, const ParameterValues& values);
// The game with all parameters, which names a table uniquely. Throws UsageError.
GameSpec complete_spec(const GameInfo& game, const ParameterTexts& texts);

// The values that a parameter in a game's table may have if those before it in the table have these
// values, and its default.
ParameterRange range_of(const GameParameter& parameter, const ParameterValues& before);
int default_of(const GameParameter& parameter, const ParameterValues& before);

}  // namespace zermelo
