// SPDX-License-Identifier: MIT
// Deadlocks and the games that have ended, as sets of their own (sections 4.3.2, 4.4 and 5.3).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gen/connect/parameters.h"
#include "othello_thesis/othello_thesis.h"
#include "othello_thesis/thesis_moves.h"
#include "symbolic/bdd/count_states.h"
#include "symbolic/bdd/progress_text.h"

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

// Table 7.3: the bytes that the immediately won states take, on one board after the other, and what
// they would take on 8x8.
struct ThesisGrowth {
  struct Board {
    int rows = 0, cols = 0;
    BigCount states = 0;  // as the thesis's program finds them (ThesisSizes::program_won_states)
    BigCount all_states = 0;  // all that are won
    std::uint64_t nodes = 0;  // of `states`
    std::uint64_t bytes = 0;  // of these nodes
    double bytes_per_state = 0;
    std::optional<double> factor;  // bytes_per_state by that of the board before
  };
  std::vector<Board> boards;  // 4x4, 4x5, 5x5, ...
  // With more than one board: the mean of the factors; what a state would take on 8x8, if the bytes
  // of a state shrank by it with every further board; what 10^22 final positions, the thesis's
  // estimate for 8x8, would take.
  std::optional<double> mean_factor, bytes_per_state_8x8, bytes_8x8;
};

// Every row of the thesis's table has 31.47 bytes for a node, rounded down.
std::uint64_t thesis_bytes(std::uint64_t nodes);

// Up to the board of the options, which must be one of 4x4, 4x5, 5x5, ..., 8x8; anything else
// throws UsageError. Throws OutOfNodes.
ThesisGrowth thesis_growth(const ThesisOptions& options, const ProgressText& progress);

// Connect Four's boards by number of stones, with and without a stop at games that have ended (the
// thesis's Figure 3.1, after S. Edelkamp and P. Kissmann, "On the Complexity of BDDs for State
// Space Search: A Case Study in Connect Four", AAAI 2011): going on, there are more boards, and on
// large boards nevertheless fewer nodes.
struct PastEndsLayer {
  int stones = 0;
  struct Boards {
    BigCount states = 0;
    DiagramSize size;
  };
  Boards stopping;  // that play can lead to
  Boards going_on;  // that moves can lead to if a line of stones does not end the game
};

// All layers, from no stones to a full board. Throws OutOfNodes.
std::vector<PastEndsLayer> layers_past_ends(const connect::Parameters& board, const BddOptions& bdd,
                                            const ProgressText& progress);

}  // namespace zermelo::symbolic
