// SPDX-License-Identifier: MIT
// Mining tables of a game of one's own for puzzles.
#pragma once

#include <memory>

#include "kinds/own/read.h"
#include "probe/puzzle.h"

namespace zermelo {

// As Table::mine. `reader` has been opened with these rules. Throws also UsageError for conditions
// that the rules tell nothing about.
MineReport mine_own(const std::shared_ptr<const OwnProgram>& program, const OwnReader& reader,
                    const PuzzleConditions& conditions, const MineOptions& options,
                    const PuzzleSink& sink);

}  // namespace zermelo
