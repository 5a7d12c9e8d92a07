// SPDX-License-Identifier: MIT
// For processors without BMI2 (see kinds/dense/ostle_portable.cpp).
#include "kinds/puzzles/ostle_miner_impl.h"

namespace zermelo::ostle {

template MineReport mine_ostle(const Ostle<3, PortableBits>&, const TableFile&,
                               const PuzzleConditions&, const MineOptions&, const PuzzleSink&);
template MineReport mine_ostle(const Ostle<4, PortableBits>&, const TableFile&,
                               const PuzzleConditions&, const MineOptions&, const PuzzleSink&);
template MineReport mine_ostle(const Ostle<5, PortableBits>&, const TableFile&,
                               const PuzzleConditions&, const MineOptions&, const PuzzleSink&);
template MineReport mine_ostle(const Ostle<6, PortableBits>&, const TableFile&,
                               const PuzzleConditions&, const MineOptions&, const PuzzleSink&);

}  // namespace zermelo::ostle
