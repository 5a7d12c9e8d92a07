// SPDX-License-Identifier: MIT
// Puzzles as JSON.
#pragma once

#include <cstdint>

#include "cli/output.h"
#include "probe/puzzle.h"

namespace zermelo::cli {

// One object, the solution's tree included; docs/puzzles.md lists the keys.
Json puzzle_json(const Puzzle& puzzle, std::uint64_t number);

}  // namespace zermelo::cli
