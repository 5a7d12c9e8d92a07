// SPDX-License-Identifier: MIT
// Shrinking one file: of a table, or of a folder of them.
#pragma once

#include <string>
#include <vector>

#include "tablebase/format/table_file.h"
#include "tablebase/reports.h"
#include "tablebase/shrink/shrink.h"

namespace zermelo {

// The same table without those slices (tablebase/shrink/shrink.h). Throws WrongFile if there is a
// file already, unless it may be replaced; FileError, DamagedTable.
ShrinkReport shrink_file(const TableFile& table, const std::vector<bool>& left_out,
                         const std::string& path, const ShrinkOptions& options);

// The same for a table with a dense index, without the plies of its losses.
ShrinkReport shrink_indexed_file(const TableFile& table, const std::string& path,
                                 const ShrinkOptions& options);

}  // namespace zermelo
