// SPDX-License-Identifier: MIT
// Games by the hybrid of Edelkamp, Kissmann and Rohte (2014): layers of positions as decision
// diagrams, which then number bit vectors; docs/cli.md says more. Of Connect Four it makes a table
// of outcomes (probe/table.h); of other games it counts them.
#pragma once

#include <string>

#include "gen/game_spec.h"
#include "kinds/ranked/hybrid_options.h"

namespace zermelo {

using symbolic::GoalTest;
using symbolic::HybridLayer;
using symbolic::HybridMethod;
using symbolic::HybridOptions;
using symbolic::HybridReport;
using symbolic::LayerRange;
using symbolic::OutcomeCounts;
using symbolic::OutcomeNodes;

// Throws UsageError for a game without a Boolean model or whose positions take more than 64 bits,
// one in which play can come back to a position, a board of Connect Four that is too large, and
// options that the game does not have; OutOfMemory if diagrams or bit vectors do not fit into the
// memory, Interrupted, FileError. `options.creator` need not be filled in.
HybridReport solve_hybrid(const GameSpec& game, HybridOptions options);

// The library that makes the diagrams.
std::string diagram_library();

}  // namespace zermelo
