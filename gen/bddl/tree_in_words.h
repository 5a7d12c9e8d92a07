// SPDX-License-Identifier: MIT
// A game in BDDL in words, for players who know nothing of BDDL.
#pragma once

#include "gen/bddl/tree.h"
#include "gen/rules_in_words.h"

namespace zermelo::bddl {

// In version 2 the side to move is "you". Throws SyntaxError if a square is not on the board or, as
// ground(), if the rules are in version 1.
RulesInWords tree_in_words(const tree::Game& game);

}  // namespace zermelo::bddl
