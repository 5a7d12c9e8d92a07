// SPDX-License-Identifier: MIT
// Histograms of the values in a table of a grid game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/grid/game.h"
#include "gen/parallel.h"
#include "kinds/codes/count_kinds.h"
#include "kinds/codes/folding_counter.h"
#include "tablebase/format/table_file.h"
#include "tablebase/greatest_states.h"
#include "tablebase/reports.h"

namespace zermelo {

// Throws DamagedTable.
template <class Game, class Metric>
StatsReport grid_statistics(const Game& game, const TableFile& file, int threads,
                            WorkProgress progress) {
  StatsReport report;
  report.metric = Metric::kind;
  GreatestStates longest(Metric::knows_wins_at_once ? 2 : 1);  // a win in 1 is not worth noting
  for (const SliceRecord& slice : file.slices()) {
    if (slice.positions > slice.members)
      report.histogram[Value::win(1)] += slice.positions - slice.members;
  }
  const auto value_of = [&](std::size_t slice, std::size_t kind) {
    return file.slices()[slice].palette[kind];
  };
  FoldingCounter<Game> folding(game);
  count_kinds(
      file, game.codes().size(), threads, std::move(progress),
      [&](std::size_t slice, const CodeMembers& block) {
        folding.add(block.codes);
        for (std::size_t m = 0; m < block.codes.size(); ++m) {
          const Value value = value_of(slice, block.values[m]);
          const int amount = value.amount(Metric::kind);
          if (value.is_win() && amount > 0 && longest.wants(amount))
            longest.add(amount, {slice, block.codes[m], 0});
        }
      },
      [&](std::size_t slice, const std::vector<std::uint64_t>& counts) {
        for (std::size_t kind = 0; kind < counts.size(); ++kind)
          if (counts[kind] > 0) report.histogram[value_of(slice, kind)] += counts[kind];
      });
  summarise(report);
  report.folding = folding.report(file);
  for (const PlacedState& s : longest.first())
    report.longest.push_back(format_position(position_of(game, s.index), board_of(game)));
  return report;
}

}  // namespace zermelo
