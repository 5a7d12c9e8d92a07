// SPDX-License-Identifier: MIT
// How the bytes of a table's blocks are divided.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tablebase/format/table_file.h"

namespace zermelo {

struct TableSize {
  std::uint64_t blocks = 0;  // bytes of all blocks and of the directories that say where they are
  // The bytes among them that say which positions the values belong to.
  std::uint64_t state_set = 0;
};

// Looks at the head of every block of a table that has no dense index. Throws DamagedTable.
TableSize table_size(const TableFile& file);

}  // namespace zermelo
