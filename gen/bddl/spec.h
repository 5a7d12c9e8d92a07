// SPDX-License-Identifier: MIT
// A game in BDDL as a GameSpec: its parameters hold the texts of its two files.
#pragma once

#include <optional>
#include <string>

#include "gen/bddl/model.h"
#include "gen/bddl/syntax.h"
#include "gen/game_spec.h"
#include "gen/games.h"

namespace zermelo::bddl {

// The parameters of its table are those that people give; model_of knows others, too, that say
// where the texts are from. What is given is not completed: it names the table as it is.
const GameInfo& info();

// Of both texts: tells at a glance whether two tables are of the same rules.
std::string hash_of(const std::string& domain, const std::string& problem);

// What a spec holds, as written. Throws SyntaxError or UsageError.
struct Rules {
  Domain domain;
  Problem problem;
  std::optional<Stuck> stuck;
};
Rules rules_of(const GameSpec& spec);

// What the game is called: as its problem says, or else its domain; empty if neither does.
const std::string& name_of(const Rules& rules);

// The text with every byte that is not part of UTF-8 read as Latin-1, which it is as a rule where
// files are older than UTF-8: in comments, that is, for nothing else may be outside ASCII but
// names.
std::string in_utf8(const std::string& text);

// The rules that a spec holds. Throws SyntaxError or UsageError.
Model model_of(const GameSpec& spec);

}  // namespace zermelo::bddl
