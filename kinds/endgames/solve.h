// SPDX-License-Identifier: MIT
// Solving one group of materials of a chess variant.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "gen/variant/endgame_rules.h"
#include "gen/variant/material.h"
#include "kinds/endgames/measure.h"
#include "kinds/endgames/solved_table.h"

namespace zermelo::endgames {

struct Solved {
  std::unique_ptr<SolvedTable> table;
  std::vector<SliceStats> stats;  // by slot
};

// Solves a group whose conversions all have tables among `smaller`, with values of the same
// measure. The same values for any number of threads. should_stop() is called often, from any
// thread; if it returns true, Interrupted is thrown. Throws UsageError for a material with too many
// positions, OutOfMemory, and Error if a slice has more than 256 different values.
Solved solve_group(
    const Rules& rules, const MaterialGroup& group, const std::vector<const SolvedTable*>& smaller,
    const Measure& measure, int threads,
    const std::function<bool()>& should_stop = [] { return false; });

// Bytes that solving takes, without what it leads to.
std::uint64_t bytes_to_solve(const GroupIndex& index, Metric metric);

}  // namespace zermelo::endgames
