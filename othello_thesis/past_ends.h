// SPDX-License-Identifier: MIT
// Connect Four's boards by number of stones, with and without a stop at games that have ended (the
// thesis's Figure 3.1, after S. Edelkamp and P. Kissmann, "On the Complexity of BDDs for State
// Space Search: A Case Study in Connect Four", AAAI 2011): going on, there are more boards, and on
// large boards nevertheless fewer nodes.
#pragma once

#include <vector>

#include "gen/connect/parameters.h"
#include "othello_thesis/thesis_states.h"
#include "symbolic/bdd/big_count.h"
#include "symbolic/bdd/progress_text.h"

namespace zermelo::symbolic {

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
