// SPDX-License-Identifier: MIT
// Verifying a folder of endgame tables.
#pragma once

#include "kinds/endgames/folder.h"
#include "tablebase/reports.h"

namespace zermelo::endgames {

// As Table::verify: the checksums of every file, and every value from those of the positions that
// legal moves lead to, with the rules as players know them (gen/variant/moves.h), and not with
// those that solve. What a shrunk table leaves out follows from its moves: that checks the slices
// whose moves lead there; how many positions have each value must be what the file says, and some
// are probed.
VerifyReport verify_endgames(const EndgameFolder& folder, const WorkOptions& options);

}  // namespace zermelo::endgames
