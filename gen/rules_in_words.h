// SPDX-License-Identifier: MIT
// A game's rules for people to read: board, start, moves, how it ends.
//
//     for (const RuleSection& s : zermelo::rules_in_words(game->spec())) ...
#pragma once

#include <string>
#include <vector>

#include "gen/game_spec.h"

namespace zermelo {

struct RuleSection {
  std::string heading;             // "The board"
  std::vector<std::string> lines;  // one sentence or a few each, in plain text without line ends
};
using RulesInWords = std::vector<RuleSection>;

// The rules of a game with its parameters; those that are absent have their defaults. For a game in
// BDDL they are made from its two texts. Throws UsageError for an unknown game or parameter,
// SyntaxError for texts that are not BDDL. Thread-safe.
RulesInWords rules_in_words(const GameSpec& spec);

// Headings and their indented lines, each on a line of its own.
std::string to_text(const RulesInWords& rules);
// A heading <h3> and a list <ul> for each section.
std::string to_html(const RulesInWords& rules);

}  // namespace zermelo
