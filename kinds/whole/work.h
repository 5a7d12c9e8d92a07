// SPDX-License-Identifier: MIT
// What solves a chess variant from its start, and goes over tables of that.
#pragma once

#include <memory>
#include <vector>

#include "gen/game_spec.h"
#include "probe/table_maker.h"

namespace zermelo::whole {

// What can be done with a chess variant. `endgames` are makers with ValueWork, for folders of
// endgame tables, one for each metric: that of distances solves the whole game as well.
GameWork variant_work(const GameSpec& spec,
                      std::vector<std::unique_ptr<const TableMaker>> endgames);

}  // namespace zermelo::whole
