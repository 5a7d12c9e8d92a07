// SPDX-License-Identifier: MIT
// Ostle for one board side N and one policy of bits (symmetry/bits.h). Each function is compiled
// for every side that the registry names (gen/games.cmake) in a source file of its own, which CMake
// makes, so that they compile in parallel; with ZERMELO_PORTABLE also for processors without BMI2.
#pragma once

#include <memory>

#include "gen/ostle/ostle.h"
#include "gen/ostle/parameters.h"
#include "probe/game.h"
#include "probe/puzzle.h"
#include "probe/table_maker.h"
#include "tablebase/format/table_file.h"

namespace zermelo::ostle {

// The game with its kinds of tables, as they are probed; `parameters.size` is N.
// (kinds/dense/ostle_game.h)
template <int N, class Bits>
std::shared_ptr<const Game> make_sized_game(const Parameters& parameters);

// The rest, of such a game. (kinds/dense/ostle_work.h)
template <int N, class Bits>
GameWork work_of_size(const Game& game);

// As Table::mine; the table is of this game. (kinds/puzzles/ostle_miner.h)
template <int N, class Bits>
MineReport mine_ostle(const Ostle<N, Bits>& game, const TableFile& table,
                      const PuzzleConditions& conditions, const MineOptions& options,
                      const PuzzleSink& sink);

}  // namespace zermelo::ostle
