// SPDX-License-Identifier: MIT
// IC3 for games as given in J. Zandvliet's thesis "Adapting IC3 for Combinatorial Two-Player Games"
// (Leiden, 2020): Algorithms 2 to 4, with each SAT query a loop over all states. It is here because
// it is wrong if it generalises, and ours must not be wrong in the same way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "tests/reference/random_games.h"

namespace zermelo::test {

enum class ThesisGeneralise {
  none,
  exists  // the states of Alice's that it finds, as in sections 2.4.3 and 3.1
};

// Which of several states, all of which a query could find, it finds; which variable it drops next;
// and which clause it tries to push next. Returns a number below the given one.
using ThesisChoice = std::function<std::size_t(std::size_t)>;

// What it answers to "can Alice force a win?". She must begin. Without `choose` it is always the
// first.
struct ThesisAnswer {
  bool wins = false;
  std::uint64_t obligations = 0;  // that were handled
};
ThesisAnswer thesis_answer(const ExplicitGame& game, ThesisGeneralise generalise,
                           const ThesisChoice& choose = nullptr);
inline bool thesis_says_win(const ExplicitGame& game, ThesisGeneralise generalise) {
  return thesis_answer(game, generalise).wins;
}

// All that can come about, by all choices.
struct ThesisExecutions {
  std::uint64_t runs = 0, wins = 0;
  std::uint64_t least_obligations = 0, most_obligations = 0;
};
ThesisExecutions all_thesis_executions(const ExplicitGame& game, ThesisGeneralise generalise);

}  // namespace zermelo::test
