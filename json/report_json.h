// SPDX-License-Identifier: MIT
// What is counted in tables, and what they say about themselves, as JSON.
#pragma once

#include <cstdint>
#include <map>

#include "json/json.h"
#include "probe/table_info.h"
#include "tablebase/reports.h"

namespace zermelo {

// As `zermelo stats --json` prints it.
Json stats_json(const StatsReport& report);
Json stats_json(const ReachReport& report);

// "name", "positions", "values" and "bytes" of every slice, as in `zermelo info --json`.
Json slices_json(const TableInfo& table);

// Of one endgame of a folder, as in `zermelo stats --json`.
Json endgame_json(const EndgameStats& endgame, Metric metric);

// How many positions are won or lost in each number of plies (with scores: by each margin).
struct DecidedCount {
  std::uint64_t wins = 0, losses = 0;
  bool any() const { return wins + losses > 0; }
};
std::map<int, DecidedCount> decided_by_plies(const StatsReport& report);
// Those that are decided without plies, since play never ends.
DecidedCount decided_by_endless_play(const StatsReport& report);
// In a table of plies to zeroing, those that the n-move rule turns into draws: cursed wins, blessed
// losses. The others alone are in decided_by_plies.
DecidedCount decided_past_rule(const StatsReport& report);

}  // namespace zermelo
