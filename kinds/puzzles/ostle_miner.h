// SPDX-License-Identifier: MIT
// Mining Ostle's tables for puzzles. Has one source file per board side, separate from the games'.
#pragma once

#include "gen/ostle/ostle.h"
#include "probe/puzzle.h"
#include "tablebase/format/table_file.h"

namespace zermelo::ostle {

// As Table::mine; the table is of this game. Defined for every N and Bits that games have.
template <int N, class Bits>
MineReport mine_ostle(const Ostle<N, Bits>& game, const TableFile& table,
                      const PuzzleConditions& conditions, const MineOptions& options,
                      const PuzzleSink& sink);

}  // namespace zermelo::ostle
