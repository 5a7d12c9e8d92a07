// SPDX-License-Identifier: MIT
// What a report on play (reports/play_report.h) will need, before it begins.
#pragma once

#include "probe/table.h"
#include "tablebase/job/solve_options.h"

namespace zermelo {

// What a whole report takes where play does not go round, from the number of positions in the
// table, which is `index`, and from some random games, which take a tenth of a second. It is too
// little where play goes round (up to twenty times), and where the table folds more positions into
// one than the symmetries of the board do (several times). `threads` as PlayReportOptions has it.
// Throws what Table::moves throws.
SolveEstimate estimate_play_report(const Table& table, int threads);

}  // namespace zermelo
