// SPDX-License-Identifier: MIT
// A solution in the usual notation: lines of numbered moves, and under each the lines that branch
// off.
#pragma once

#include <string>
#include <vector>

#include "probe/puzzle.h"

namespace zermelo {

// "1. d2L a1R  2. c2L (or c2U) b1R": pairs of moves, two spaces apart; "2... b1U" begins with the
// second side's move; how moves are numbered if sides do not take turns, probe/move_numbers.h says.
// "(or ...)" are other moves of the solver's that are equally good, "(= ...)"
// moves that lead to the same state; "..." at the end says that the tree was cut there.
struct Variation {
  std::string text;
  std::vector<Variation> branches = {};
};

struct Variations {
  std::vector<Variation> lines;    // the solution
  std::vector<Variation> refuted;  // for a draw: captures, and how they lose
};
// `metric`: of its values.
Variations variations(const Solution& solution, Metric metric = Metric::distance);

}  // namespace zermelo
