// SPDX-License-Identifier: MIT
// Shrinking a folder of endgame tables.
#pragma once

#include <string>

#include "kinds/endgames/folder.h"
#include "tablebase/reports.h"

namespace zermelo::endgames {

// As Table::shrink: of each material of which may_leave_slice_out() says so, the larger side's
// slice is left out. The new folder is put together beside its place, as PATH.part. Throws
// WrongFile if there is something at the path already, unless it may be replaced and is a folder
// with nothing but endgame tables; FileError, DamagedTable.
ShrinkReport shrink_endgames(const EndgameFolder& folder, const std::string& path,
                             const ShrinkOptions& options);

}  // namespace zermelo::endgames
