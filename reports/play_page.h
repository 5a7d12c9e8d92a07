// SPDX-License-Identifier: MIT
// The report on play as a page in HTML: one file without scripts, fonts or addresses, to be read on
// a telephone, on a screen and in print.
#pragma once

#include <string>

#include "probe/table.h"
#include "reports/play_report.h"

namespace zermelo {

// `report` is that of `table`, which is asked for pictures of positions. Throws DamagedTable.
std::string play_page(const PlayReport& report, const Table& table);

}  // namespace zermelo
