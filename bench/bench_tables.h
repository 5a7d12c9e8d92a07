// SPDX-License-Identifier: MIT
// What benchmarks need: tables that are solved on first use and removed when the program ends, and
// positions of a table drawn at random, the same ones every time.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "probe/game.h"
#include "probe/table.h"

namespace zermelo::bench {

// A path in this run's temporary folder. Folder and files are removed when the program ends.
std::string scratch_file(const std::string& name);

// "ostle size=4 start=4" as a game.
std::shared_ptr<const Game> game_of(const std::string& game);

// The table that probes are measured on: ZERMELO_BENCH_TABLE if that is set, else one of Ostle with
// six pieces, which takes a few seconds to solve. Solved or opened once. These return its path and
// the table itself; if it cannot be opened, the program says so and ends.
const std::string& probed_path();
const Table& probed_table();

// This many positions of the table, Black to move, each index as likely as any other.
std::vector<std::string> random_positions(const Table& table, std::size_t count);

}  // namespace zermelo::bench
