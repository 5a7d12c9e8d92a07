// SPDX-License-Identifier: MIT
#pragma once

namespace zermelo::bddl {

// Which positions play goes on from, beside those that the mover cannot win at once: all others;
// none of them; all but those that the first line of the goals wins. A table has what is reached
// so; a lean one is smaller, and lacks no position that matters to a player who takes a win at
// once.
enum class Expand { all, lean, lean_by_first_goal };

}  // namespace zermelo::bddl
