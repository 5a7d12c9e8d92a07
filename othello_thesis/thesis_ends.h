// SPDX-License-Identifier: MIT
// Deadlocks and the games that have ended, as sets of their own (sections 4.3.2, 4.4 and 5.3).
#pragma once

#include <optional>

#include "othello_thesis/othello_thesis.h"
#include "othello_thesis/thesis_moves.h"
#include "symbolic/bdd/count_states.h"

namespace zermelo::symbolic {

struct ThesisSet {
  DiagramSize size;
  BigCount states = 0;  // both turns counted
  // How many there must be, where that is known without diagrams.
  std::optional<BigCount> formula;
};

// Ended games with one outcome, by the three categories of section 5.3, each without those before.
struct ThesisOutcome {
  ThesisSet all;
  ThesisSet full;        // no empty square
  ThesisSet one_colour;  // at least one side has no discs
  ThesisSet other;
};

struct ThesisEnds {
  // The side to move cannot put a disc anywhere: the states without a successor under any T_ij.
  ThesisSet deadlocks;
  ThesisSet ended;  // deadlocks for either turn
  ThesisOutcome won_by_white, won_by_black, drawn;
};

// Of the options, those of the model and the diagrams matter. Throws OutOfNodes.
ThesisEnds thesis_ends(const ThesisOptions& options, const ProgressText& progress);

}  // namespace zermelo::symbolic
