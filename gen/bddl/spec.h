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

// The rules that a spec holds. Throws SyntaxError or UsageError.
Model model_of(const GameSpec& spec);

}  // namespace zermelo::bddl
