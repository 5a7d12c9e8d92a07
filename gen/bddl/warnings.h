// SPDX-License-Identifier: MIT
// What a game in BDDL says that its writer may not have meant.
#pragma once

#include <string>
#include <vector>

#include "gen/bddl/spec.h"

namespace zermelo::bddl {

// One sentence for each, with its place, "FILE:LINE:COLUMN: ...", in the order of the files. They
// are about
// - an effect with NOT that leaves the mover a choice,
// - an effect that says two things about one square for some anchors, so that there is no move
// there,
// - an action or a goal that is possible nowhere on this board,
// - a goal that a move of the other side can fulfil (gen/bddl/sanity.h).
// Throws SyntaxError where a condition names a square that cannot exist.
std::vector<std::string> warnings_of(const Rules& rules);

}  // namespace zermelo::bddl
