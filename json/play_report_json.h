// SPDX-License-Identifier: MIT
// The report on play as JSON, for programs, the page and Python.
#pragma once

#include "json/json.h"
#include "reports/play_report.h"

namespace zermelo {

// "first", "draw", "second", "endless", and "plies", which may be null.
Json chances_json(const Chances& chances);

// As `zermelo report TABLE --json` prints it; docs/report.md defines every key.
Json play_report_json(const PlayReport& report);

}  // namespace zermelo
