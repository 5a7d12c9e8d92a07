// SPDX-License-Identifier: MIT
// What a report on play (reports/play_report.h) will need, before it begins.
#pragma once

#include "probe/table.h"
#include "tablebase/job/solve_options.h"

namespace zermelo {

// What a whole report is likely to take, from the number of positions in the table, which are about
// as many as play leads to, and from some random games, which take a tenth of a second: `index` is
// that number. `threads` as PlayReportOptions has it. Throws what Table::moves throws.
SolveEstimate estimate_play_report(const Table& table, int threads);

}  // namespace zermelo
