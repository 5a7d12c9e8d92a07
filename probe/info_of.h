// SPDX-License-Identifier: MIT
#pragma once

#include "probe/table_info.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// What an open file says about itself.
TableInfo info_of(const TableFile& file);

}  // namespace zermelo
