// SPDX-License-Identifier: MIT
// What the list of a table has in common, whether it is written or compared.
#pragma once

#include "probe/table.h"
#include "tablebase/lists/list_header.h"

namespace zermelo {

// Throws WrongFile for a table of distances from the start.
ListHeader table_list_header(const Table& table);

}  // namespace zermelo
