// SPDX-License-Identifier: MIT
// The report on Ostle as a document and as JSON.
#pragma once

#include "cli/document.h"
#include "cli/output.h"
#include "probe/engine.h"
#include "probe/ostle_report.h"

namespace zermelo::cli {

// The engine, of the report's game, draws the positions.
Document document_of(const ostle::Report& report, const Engine& engine);
Json json_of(const ostle::Report& report);

}  // namespace zermelo::cli
