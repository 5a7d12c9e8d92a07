// SPDX-License-Identifier: MIT
// Counting a game's positions and states without solving it (Table 1 and Algorithm 6 of the Ostle
// paper).
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>

#include "gen/parallel.h"
#include "tablebase/job/progress_counter.h"
#include "tablebase/reports.h"

namespace zermelo {

template <class Game>
class Counter {
 public:
  Counter(const Game& game, int threads, WorkProgress progress)
      : game_(game), threads_(thread_count(threads)), progress_(std::move(progress)) {}

  // `quick`: only positions, which takes milliseconds.
  CountReport run(bool quick) {
    CountReport report;
    // All are counted up to symmetry. A state is a position and the move that is forbidden in it,
    // if any; it is counted if some position leads to it and it is not won at once.
    report.columns = {{"positions", "positions"},
                      {"checkmates", "checkmates"},
                      {"nontrivial_states", "non-trivial states"}};
    for (int slice = 0; slice < game_.slice_count(); ++slice)
      progress_.expect(game_.index_size(slice));
    for (int slice = 0; slice < game_.slice_count(); ++slice) {
      CountReport::Slice counted = count_positions(slice);
      if (!quick) count_states(slice, counted);
      report.add(std::move(counted));
    }
    return report;
  }

 private:
  CountReport::Slice count_positions(int slice) const {
    CountReport::Slice counted;
    counted.name = game_.slice_name(slice);
    for (int c = 0; c < game_.class_count(); ++c) {
      counted.classes.push_back({game_.class_name(c), game_.index(slice).count_class(c)});
      counted.counts["positions"] += counted.classes.back().positions;
    }
    return counted;
  }

  void count_states(int slice, CountReport::Slice& counted) {
    constexpr std::uint64_t indices_a_task = 1 << 16;
    const std::uint64_t universe = game_.index_size(slice);
    std::atomic<std::uint64_t> checkmates{0}, states{0};
    parallel_tasks((universe + indices_a_task - 1) / indices_a_task, threads_, [&] {
      return [&, cursor = typename Game::Cursor(game_.index(slice))](std::uint64_t task) mutable {
        std::uint64_t won = 0, reached = 0;
        const std::uint64_t end = std::min(universe, (task + 1) * indices_a_task);
        for (std::uint64_t index = task * indices_a_task; index < end; ++index) {
          const auto& position = cursor.at(index);
          if (!cursor.is_canonical()) continue;
          if (game_.wins_at_once(slice, position)) {
            ++won;
            continue;
          }
          const auto replies = game_.possible_replies(slice, position, cursor.stabiliser());
          reached += static_cast<std::uint64_t>(std::popcount(replies));
        }
        checkmates += won;
        states += reached;
        progress_.add(end - task * indices_a_task);
      };
    });
    counted.counts["checkmates"] = checkmates;
    counted.counts["nontrivial_states"] = states;
  }

  const Game& game_;
  int threads_;
  ProgressCounter progress_;
};

}  // namespace zermelo
