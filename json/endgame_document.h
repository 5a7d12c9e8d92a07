// SPDX-License-Identifier: MIT
// The report on a folder of endgame tables (reports/endgame_report.h), for people and for programs.
#pragma once

#include "json/document.h"
#include "json/json.h"
#include "probe/table.h"
#include "reports/endgame_report.h"

namespace zermelo {

Document document_of(const EndgameFolderReport& report, const Table& table);

// As `zermelo report FOLDER --json` prints it; docs/report.md defines every key.
Json endgame_report_json(const EndgameFolderReport& report);

}  // namespace zermelo
