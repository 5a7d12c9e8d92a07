// SPDX-License-Identifier: MIT
// A sweep (reports/sweep.h) for people: as rows of a table, as CSV, and as a page with a picture.
// All are pure functions: the same results give the same bytes. Each takes one result for each
// cell, in the same order.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "reports/sweep.h"

namespace zermelo {

// How the game ends with best play: "first wins in 11", "draw", or why that is not known.
std::string outcome_words(const SweepResult& result);
// Which cell is the fairest, and why; empty if none can be compared.
std::string fairest_sentence(const Sweep& sweep, std::span<const SweepResult> results);
// The names of the columns, and then a row for each cell.
std::vector<std::vector<std::string>> sweep_rows(const Sweep& sweep,
                                                 std::span<const SweepResult> results);
// One letter per column of sweep_rows: l or r.
std::string sweep_alignment(const Sweep& sweep);
// What cells lack, one sentence each: "columns 6, rows 6: This game would take about 5 min; ...".
std::vector<std::string> sweep_notes(const Sweep& sweep, std::span<const SweepResult> results);

// Numbers in full, under the names that JSON has (RFC 4180; lines end with LF).
std::string sweep_csv(const Sweep& sweep, std::span<const SweepResult> results);

// One page of HTML that needs nothing else and names no address.
std::string sweep_page(const std::string& title, const Sweep& sweep,
                       std::span<const SweepResult> results);

}  // namespace zermelo
