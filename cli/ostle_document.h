// SPDX-License-Identifier: MIT
// The report on Ostle as a document and as JSON.
#pragma once

#include "cli/output.h"
#include "json/document.h"
#include "probe/game.h"
#include "reports/ostle_report.h"

namespace zermelo::cli {

// The game, the report's, draws the positions.
Document document_of(const ostle::Report& report, const Game& game);
Json json_of(const ostle::Report& report);

}  // namespace zermelo::cli
