// SPDX-License-Identifier: MIT
// Mining tables of a game of one's own for puzzles.
#pragma once

#include <cstdint>
#include <memory>

#include "kinds/own/read.h"
#include "probe/puzzle.h"

namespace zermelo {

// As Table::mine. `reader` has been opened with these rules. Throws also UsageError for conditions
// that the rules tell nothing about.
MineReport mine_own(const std::shared_ptr<const OwnProgram>& program, const OwnReader& reader,
                    const PuzzleConditions& conditions, const MineOptions& options,
                    const PuzzleSink& sink);

// As Table::mining_memory: the values of all states, and if the table knows them by hashes the
// states, which play leads to once more.
std::uint64_t own_mining_memory(const OwnTable& table);

}  // namespace zermelo
