// SPDX-License-Identifier: MIT
// IC3 for games as given in J. Zandvliet's thesis "Adapting IC3 for Combinatorial Two-Player Games"
// (Leiden, 2020): Algorithms 2 to 4, with each SAT query a loop over all states. It is here because
// it is wrong if it generalises, and ours must not be wrong in the same way.
#pragma once

#include "tests/reference/random_games.h"

namespace zermelo::test {

enum class ThesisGeneralise {
  none,
  exists  // the states of Alice's that it finds, as in sections 2.4.3 and 3.1
};

// What it answers to "can Alice force a win?". She must begin.
bool thesis_says_win(const ExplicitGame& game, ThesisGeneralise generalise);

}  // namespace zermelo::test
