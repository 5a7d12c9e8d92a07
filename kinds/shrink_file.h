// SPDX-License-Identifier: MIT
// Shrinking one file: of a table, or of a folder of them.
#pragma once

#include <string>

#include "tablebase/format/table_file.h"
#include "tablebase/reports.h"
#include "tablebase/shrink/shrink.h"

namespace zermelo {

// Throws FileError and DamagedTable.
ShrinkReport shrink_file(const TableFile& table, const SliceMoves& moves, const std::string& path,
                         const ShrinkOptions& options);

}  // namespace zermelo
