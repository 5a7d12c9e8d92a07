// SPDX-License-Identifier: MIT
// Solving one material of a chess variant.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "gen/variant/endgame_rules.h"
#include "gen/variant/material.h"
#include "kinds/endgames/solved_table.h"

namespace zermelo::endgames {

struct Solved {
  std::unique_ptr<SolvedTable> table;
  std::array<SideStats, 2> stats;  // by side to move
};

// Solves a material whose conversions all have tables among `smaller`. The same values for any
// number of threads. should_stop() is called often, from any thread; if it returns true,
// Interrupted is thrown. Throws UsageError for a material with too many positions, OutOfMemory, and
// Error if there are more than 256 different values.
Solved solve_material(
    const Rules& rules, const Material& material, const std::vector<const SolvedTable*>& smaller,
    int threads, const std::function<bool()>& should_stop = [] { return false; });

// About how many bytes solving it takes, without the smaller tables.
std::uint64_t bytes_to_solve(const MaterialIndex& index);

}  // namespace zermelo::endgames
