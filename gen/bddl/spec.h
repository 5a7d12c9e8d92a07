// SPDX-License-Identifier: MIT
// A game in BDDL as a GameSpec: its parameters hold the texts of its two files.
#pragma once

#include <optional>
#include <string>

#include "gen/bddl/expand.h"
#include "gen/bddl/tree.h"
#include "gen/game_spec.h"
#include "gen/games.h"
#include "gen/value.h"

namespace zermelo::bddl {

// The parameters in its table are those that users give; tree_of also knows others, which say
// where the texts are from. No defaults are filled in: what is given names the table as it is.
const GameInfo& info();

// A hash of both texts: it shows at a glance whether two tables have the same rules.
std::string hash_of(const std::string& domain, const std::string& problem);

// The text with every byte that is not part of valid UTF-8 read as Latin-1, which is what such
// bytes usually are in files older than UTF-8. They occur in comments and names; everything else
// must be ASCII.
std::string in_utf8(const std::string& text);

// Whether its rules are in version 2 of the language. (In one file they are all in the domain.)
// Throws SyntaxError if they are in no version that there is.
bool has_version_2(const GameSpec& spec);

// What the rules say as written, also what happens to a side that cannot move, which version 1 says
// by a parameter. Throws SyntaxError or UsageError.
tree::Game tree_of(const GameSpec& spec);

// Which positions of a game in version 2 play goes on from. Throws UsageError.
Expand expand_of(const GameSpec& spec);
// Whether positions of a game in version 2 that differ only by an exchange of the colours are one,
// if White's rules are Black's. Throws UsageError.
bool folds_mover(const GameSpec& spec);

// Who wins if play never ends; nothing if it is a draw then, and for games that are not in BDDL.
// Throws as tree_of.
std::optional<zermelo::Colour> endless_winner(const GameSpec& spec);

}  // namespace zermelo::bddl
