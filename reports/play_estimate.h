// SPDX-License-Identifier: MIT
// What a report on play (reports/play_report.h) will need, before it begins.
#pragma once

#include <cstddef>
#include <cstdint>

#include "probe/table.h"
#include "reports/play_graph.h"
#include "reports/play_report.h"
#include "tablebase/job/solve_options.h"

namespace zermelo {

// How play with errors is followed, as memory allows.
struct ChancesPlan {
  std::size_t together = 1;  // error rates that are followed together
  int threads = 1;           // each of which follows so many
  std::uint64_t memory = 0;  // that they take, in bytes, without the graph
};

// For a graph of so many positions and moves, the greatest of whose strongly connected components
// has so many positions. `threads` and `memory_limit` as PlayReportOptions has them.
ChancesPlan plan_chances(std::uint64_t positions, std::uint64_t moves, std::uint64_t component,
                         int threads, std::uint64_t memory_limit);

// What a whole report takes where play does not go round, from the number of positions in the
// table, which is `index`, and from some random games, which take a tenth of a second. It is too
// little where play goes round (up to twenty times), and where the table folds more positions into
// one than the symmetries of the board do (several times). `threads` and `memory_limit` as
// PlayReportOptions has them. Throws what Table::moves throws.
SolveEstimate estimate_play_report(const Table& table, int threads, std::uint64_t memory_limit);

// `rates` rates of errors, followed by `threads` threads. (Measured; within a factor of two.)
ChancesEstimate estimate_chances(const PlayGraph& graph, std::size_t rates, int threads);

}  // namespace zermelo
