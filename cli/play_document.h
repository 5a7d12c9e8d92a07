// SPDX-License-Identifier: MIT
// The report on play (reports/play_report.h), for people and for programs.
#pragma once

#include "cli/document.h"
#include "json/json.h"
#include "probe/table.h"
#include "reports/play_report.h"

namespace zermelo::cli {

Document document_of(const PlayReport& report, const Table& table);
Json json_of(const PlayReport& report);

}  // namespace zermelo::cli
