// SPDX-License-Identifier: MIT
// A game in version 2 of BDDL in words, for players who know nothing of BDDL.
#pragma once

#include "gen/bddl/tree.h"
#include "gen/rules_in_words.h"

namespace zermelo::bddl {

// The side to move is "you". Throws SyntaxError if the board's lines or regions are not on the
// board.
RulesInWords version_2_in_words(const tree::Game& game);

}  // namespace zermelo::bddl
