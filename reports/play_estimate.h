// SPDX-License-Identifier: MIT
// What a report on play (reports/play_report.h) will need, before it begins.
#pragma once

#include <cstddef>

#include "probe/table.h"
#include "reports/play_graph.h"
#include "reports/play_report.h"
#include "tablebase/job/solve_options.h"

namespace zermelo {

// What a whole report takes where play does not go round, from the number of positions in the
// table, which is `index`, and from some random games, which take a tenth of a second. It is too
// little where play goes round (up to twenty times), and where the table folds more positions into
// one than the symmetries of the board do (several times). `threads` as PlayReportOptions has it.
// Throws what Table::moves throws.
SolveEstimate estimate_play_report(const Table& table, int threads);

// `rates` rates of errors, followed by `threads` threads. (Measured; within a factor of two.)
ChancesEstimate estimate_chances(const PlayGraph& graph, std::size_t rates, int threads);

}  // namespace zermelo
