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

// The conditions of this table's puzzles that are met or not, by their names in a query; and sets
// one of them.
std::vector<std::string> puzzle_flags(const ServedTable& table);
void set_flag(PuzzleConditions& conditions, const std::string& name);

// Looks at positions drawn from all over the table, 500 in a round, and gives each puzzle once:
// positions that are neighbours in a table are much alike. The same seed gives the same puzzles.
// Throws as Table::mine.
MineReport mine_some(const Table& table, const PuzzleConditions& conditions,
                     const MineOptions& options, std::uint64_t seed, const PuzzleSink& sink,
                     std::uint64_t rounds = 40);

// The last line of a stream that failed.
std::string failure_line(const char* code, const std::string& sentence);

}  // namespace zermelo::server
