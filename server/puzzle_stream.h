// SPDX-License-Identifier: MIT
// Puzzles as they are found, one line of JSON per puzzle.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "probe/puzzle.h"
#include "server/http.h"
#include "server/query.h"
#include "server/served_table.h"

namespace zermelo::server {

// For a table of plies or scores. Reads the query; throws a Refusal (400) if it makes no sense. The
// stream ends with {"done": true, "found", "given", "complete"}, or, if mining fails, with {"code",
// "error"}. The table must outlive it.
Stream puzzle_stream(const ServedTable& table, const Query& query);

// The conditions of this table's puzzles that are met or not, by their names in a query: those of
// all games (reports/sampled_puzzles.h), and the game's own.
std::vector<std::string> puzzle_flags(const ServedTable& table);

// The last line of a stream that failed.
std::string failure_line(const char* code, const std::string& sentence);

}  // namespace zermelo::server
