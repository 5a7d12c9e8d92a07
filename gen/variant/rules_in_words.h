// SPDX-License-Identifier: MIT
// The rules of a chess variant for people to read.
#pragma once

#include <string>
#include <vector>

#include "gen/game_spec.h"
#include "gen/rules_in_words.h"
#include "gen/variant/betza.h"
#include "gen/variant/variant.h"

namespace zermelo::variant {

// As zermelo::rules_in_words. `texts` are those of a GameSpec: name and rules.
RulesInWords rules_in_words(const ParameterTexts& texts);

// How a kind of man moves: "goes or takes one square forward; ...". Thread-safe.
std::string steps_in_words(const std::vector<Step>& steps);

}  // namespace zermelo::variant
