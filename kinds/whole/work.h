// SPDX-License-Identifier: MIT
// What solves a chess variant from its start, and goes over tables of that.
#pragma once

#include <memory>

#include "gen/game_spec.h"
#include "probe/table_maker.h"

namespace zermelo::whole {

// What can be done with a chess variant: its one maker solves the whole game, and asks `endgames`,
// a maker with ValueWork, about folders of endgame tables.
GameWork variant_work(const GameSpec& spec, std::unique_ptr<const TableMaker> endgames);

}  // namespace zermelo::whole
