// SPDX-License-Identifier: MIT
#include "kinds/puzzles/ostle_miner_impl.h"

namespace zermelo::ostle {

template MineReport mine_ostle(const Ostle<4, Bmi2Bits>&, const TableFile&, const PuzzleConditions&,
                               const MineOptions&, const PuzzleSink&);

}  // namespace zermelo::ostle
