// SPDX-License-Identifier: MIT
// Puzzles and solutions as JSON.
#pragma once

#include <cstdint>

#include "json/json.h"
#include "probe/puzzle.h"

namespace zermelo {

// The puzzle without its solution.
Json task_json(const Puzzle& puzzle, std::uint64_t number);
// One object, the solution's tree included; docs/puzzles.md lists the keys.
Json puzzle_json(const Puzzle& puzzle, std::uint64_t number);

// Appends "solution", for a draw also "refuted", and "cut".
void add_solution(Json& json, const Solution& solution, Metric metric);

}  // namespace zermelo
