// SPDX-License-Identifier: MIT
// What a tree must be beside well-formed: no define uses itself, no turn has more than three parts,
// and no precondition asks what is attacked (which is asked of preconditions).
#pragma once

#include "gen/bddl/tree.h"

namespace zermelo::bddl {

inline constexpr int most_parts = 3;  // of a turn

// Throws SyntaxError.
void check_tree(const tree::Game& game);

}  // namespace zermelo::bddl
