// SPDX-License-Identifier: MIT
// A game in BDDL as a GameSpec: its parameters hold the texts of its two files.
#pragma once

#include <optional>
#include <string>

#include "gen/bddl/expand.h"
#include "gen/bddl/model.h"
#include "gen/bddl/syntax.h"
#include "gen/bddl/tree.h"
#include "gen/game_spec.h"
#include "gen/games.h"

namespace zermelo::bddl {

// The parameters in its table are those that users give; model_of also knows others, which say
// where the texts are from. No defaults are filled in: what is given names the table as it is.
const GameInfo& info();

// A hash of both texts: it shows at a glance whether two tables have the same rules.
std::string hash_of(const std::string& domain, const std::string& problem);

// What a spec holds, as written. Throws SyntaxError or UsageError.
struct Rules {
  Domain domain;
  Problem problem;
  std::optional<Stuck> stuck;
};
Rules rules_of(const GameSpec& spec);

// What the game is called: by its problem's name, or else by its domain's; empty if neither has
// one.
const std::string& name_of(const Rules& rules);

// The text with every byte that is not part of valid UTF-8 read as Latin-1, which is what such
// bytes usually are in files older than UTF-8. They occur in comments and names; everything else
// must be ASCII.
std::string in_utf8(const std::string& text);

// Whether its rules are in version 2 of the language, and what they say as written. (In one file
// they are all in the domain.) Throw SyntaxError or UsageError.
bool has_version_2(const GameSpec& spec);
tree::Game tree_of(const GameSpec& spec);

// Which positions of a game in version 2 play goes on from. Throws UsageError.
Expand expand_of(const GameSpec& spec);

// The rules that a spec holds, in version 1. Throws SyntaxError or UsageError.
Model model_of(const GameSpec& spec);

}  // namespace zermelo::bddl
