// SPDX-License-Identifier: MIT
// The report on play (reports/play_report.h), for people.
#pragma once

#include "json/document.h"
#include "probe/table.h"
#include "reports/play_report.h"

namespace zermelo {

Document document_of(const PlayReport& report, const Table& table);

}  // namespace zermelo
