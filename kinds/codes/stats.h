// SPDX-License-Identifier: MIT
// Histograms of the values in a table of a grid game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "gen/grid/game.h"
#include "gen/parallel.h"
#include "kinds/codes/code_table.h"
#include "tablebase/format/table_file.h"
#include "tablebase/greatest_states.h"
#include "tablebase/job/progress_counter.h"
#include "tablebase/reports.h"

namespace zermelo {

// Throws DamagedTable.
template <class Game, class Metric>
StatsReport grid_statistics(const Game& game, const TableFile& file, int threads,
                            WorkProgress progress) {
  StatsReport report;
  report.metric = Metric::kind;
  GreatestStates longest(Metric::knows_wins_at_once ? 2 : 1);  // a win in 1 is not worth noting
  std::mutex mutex;
  ProgressCounter counter(std::move(progress));
  file.expect_scan();
  for (const SliceRecord& slice : file.slices()) counter.expect(slice.blocks());
  const CodeProbe probe(file, game.codes().size());
  for (std::size_t i = 0; i < file.slices().size(); ++i) {
    const SliceRecord& slice = file.slices()[i];
    if (slice.positions > slice.members)
      report.histogram[Value::win(1)] += slice.positions - slice.members;
    if (slice.blocks() == 0) continue;
    parallel_tasks(slice.blocks() - 1, thread_count(threads), [&, i] {
      return [&, i, block = CodeMembers()](std::uint64_t b) mutable {
        probe.read_block(i, b + 1, block);
        std::vector<std::uint64_t> counts(slice.palette.size());
        for (std::size_t m = 0; m < block.codes.size(); ++m) {
          ++counts[block.values[m]];
          const Value value = slice.palette[block.values[m]];
          if (value.is_win() && longest.wants(value.plies()))
            longest.add(value.plies(), {i, block.codes[m], 0});
        }
        const std::lock_guard lock(mutex);
        for (std::size_t code = 0; code < counts.size(); ++code) {
          if (counts[code] > 0) report.histogram[slice.palette[code]] += counts[code];
        }
        counter.add(1);
      };
    });
  }
  summarise(report);
  for (const PlacedState& s : longest.first())
    report.longest.push_back(format_position(position_of(game, s.index), board_of(game)));
  return report;
}

}  // namespace zermelo
