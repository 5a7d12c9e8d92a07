// SPDX-License-Identifier: MIT
#pragma once

#include "probe/table_info.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// What a file that is open says of itself.
TableInfo info_of(const TableFile& file);

}  // namespace zermelo
