// SPDX-License-Identifier: MIT
// Connect Four by the hybrid of Edelkamp, Kissmann and Rohte (2014): layers of boards as decision
// diagrams, which then number bit vectors; docs/cli.md says more. Its result is a table of outcomes
// (probe/table.h).
#pragma once

#include <string>

#include "gen/game_spec.h"
#include "symbolic/hybrid/hybrid_options.h"

namespace zermelo {

using symbolic::HybridLayer;
using symbolic::HybridMethod;
using symbolic::HybridOptions;
using symbolic::HybridReport;
using symbolic::OutcomeCounts;

// Throws UsageError for a game other than connect and for a board that is too large, OutOfMemory if
// diagrams or bit vectors do not fit into the memory, Interrupted, FileError. `options.creator`
// need not be filled in.
HybridReport solve_hybrid(const GameSpec& game, HybridOptions options);

// The library that makes the diagrams.
std::string diagram_library();

}  // namespace zermelo
