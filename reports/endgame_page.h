// SPDX-License-Identifier: MIT
// The report on a folder of endgame tables as a page in HTML: one file without scripts, fonts or
// addresses.
#pragma once

#include <string>

#include "probe/table.h"
#include "reports/endgame_report.h"

namespace zermelo {

// `report` is that of `table`, which is asked for pictures of positions. Throws DamagedTable.
std::string endgame_page(const EndgameFolderReport& report, const Table& table);

}  // namespace zermelo
