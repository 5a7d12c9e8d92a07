// SPDX-License-Identifier: MIT
// The sanity conditions of Shaik and van de Pol (2023), Definition 3.9. The first, that nobody has
// won at the start, is what Model demands. The others, that a goal becomes fulfilled only by a move
// of its own side (2: no move of Black's fulfils White's; 3: vice versa), are looked at here.
#pragma once

#include <optional>
#include <string>

#include "gen/bddl/syntax.h"

namespace zermelo::bddl {

// One sentence with file, line and column that names an action of one side and a goal of the other
// side that it can fulfil on some board without also fulfilling a goal of its own side; nothing if
// no action can. Such a goal does not count then, for only the goals of the side that has moved are
// looked at. Whether play leads to such a board is not looked at, as in the definition, which is
// about all boards. Throws SyntaxError as Model's constructor, also if the board has more than 64
// squares.
std::optional<std::string> opponents_goal(const Domain& domain, const Problem& problem);

}  // namespace zermelo::bddl
