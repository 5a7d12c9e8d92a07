// SPDX-License-Identifier: MIT
// Actions and goals of version 1 of BDDL in words: their squares are seen from an anchor.
#pragma once

#include <string>
#include <vector>

#include "gen/bddl/tree.h"
#include "symmetry/grid.h"

namespace zermelo::bddl {

// "A black piece moves one square up, to an open square."
std::string action_in_words(const tree::Action& action, Grid grid);

// What a side wins with: "two black pieces in a row: across or upright.", ...
std::vector<std::string> goals_in_words(const tree::Game& game, tree::Whose whose);

}  // namespace zermelo::bddl
