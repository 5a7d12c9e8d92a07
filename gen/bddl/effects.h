// SPDX-License-Identifier: MIT
// Effects that say what a square does not become: NOT(black(?x,?y)). They leave the player a
// choice.
#pragma once

#include <string>
#include <vector>

#include "gen/bddl/syntax.h"

namespace zermelo::bddl {

// All effects without NOT that an effect stands for.
std::vector<Condition> without_negation(const Condition& effect);

// Throws SyntaxError if an effect contradicts itself about a square (black and white, black and NOT
// black), or if the actions of a side stand for more than 4,096 without NOT.
void check_effects(const std::vector<Action>& actions, const std::string& file);

}  // namespace zermelo::bddl
