// SPDX-License-Identifier: MIT
// The report on play (reports/play_report.h) in tables of texts, on a terminal and on a page. The
// first row has the names of the columns. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "reports/play_report.h"

namespace zermelo::play_rows {

using Rows = std::vector<std::vector<std::string>>;

// How play between players who err ends: by the chance of an error, and if one of them is perfect.
Rows errors(const PlayReport& report);
// What positions are like, by their distance from the start, and all of them.
Rows by_ply(const PlayReport& report);

// The most difficult puzzles, one of each kind.
Rows puzzles(const PlayReport& report);

}  // namespace zermelo::play_rows
