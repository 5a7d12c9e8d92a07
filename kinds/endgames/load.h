// SPDX-License-Identifier: MIT
// Tables of a folder in memory, as a whole.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "kinds/endgames/folder.h"
#include "kinds/endgames/solved_table.h"

namespace zermelo::endgames {

// All values of those tables, in their order. For the slices that a shrunk table leaves out, the
// tables that it converts to are read as well, and theirs. Throws OutOfMemory if all of them do not
// fit, NotInTable if one of them is missing, FileError, DamagedTable.
std::vector<std::unique_ptr<SolvedTable>> load_tables(const EndgameFolder& folder,
                                                      const std::vector<std::size_t>& tables,
                                                      int threads);

}  // namespace zermelo::endgames
