// SPDX-License-Identifier: MIT
// Checks a table of a game of stones: computes every position's value anew, layer by layer, and
// compares what is stored of the layer with it, statistics included.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tablebase/first_failure.h"
#include "tablebase/parallel.h"
#include "tablebase/progress_counter.h"
#include "tablebase/reports.h"
#include "tablebase/stones/stone_layers.h"
#include "tablebase/stones/stone_statistics.h"
#include "tablebase/stones/stone_table.h"

namespace zermelo {

template <StoneGame Game, class Lane>
class StoneVerifier {
 public:
  // Both must outlive the verifier.
  StoneVerifier(const Game& game, const TableFile& file, int threads, WorkProgress progress)
      : game_(game),
        file_(file),
        threads_(thread_count(threads)),
        layers_(game, threads_),
        probe_(game, {std::shared_ptr<const void>(), &file}),
        progress_(std::move(progress)) {}

  // Throws DamagedTable for anything wrong with the file as such.
  VerifyReport run() {
    file_.check_whole();
    check_layers(game_, file_);
    for (int stones = 0; stones <= game_.cells(); ++stones)
      progress_.expect(layer_size(game_, stones));
    for (int stones = 0; stones <= game_.cells(); ++stones) reached_.push_back(layers_.advance());
    layers_.end_forward();
    VerifyReport report;
    for (int stones = game_.cells(); stones >= 0 && !failure_.happened(); --stones) {
      layers_.go_back();
      verify_layer(stones);
      report.positions += file_.slices()[static_cast<std::size_t>(stones)].members;
      progress_.add(layer_size(game_, stones));
    }
    report.failure = failure_.text();
    return report;
  }

 private:
  void verify_layer(int stones) {
    const auto slice = static_cast<std::size_t>(stones);
    const SliceRecord& record = file_.slices()[slice];
    std::atomic<std::uint64_t> members = 0;
    const std::uint64_t blocks = record.blocks();
    parallel_tasks(blocks > 0 ? blocks - 1 : 0, threads_, [&] {
      return [&](std::uint64_t task) {
        if (failure_.happened()) return;
        std::uint64_t count = 0;
        probe_.read_block(slice, task + 1, [&](std::uint64_t code, Value stored) {
          ++count;
          check(stones, code, stored);
        });
        members += count;
      };
    });
    if (!failure_.happened() && (members != record.members || members != quiet_positions(stones)))
      failure_.note(fmt::format("Slice '{}' stores {} values, its game has {} quiet positions.",
                                record.name, members.load(), quiet_positions(stones)));
    const ReachedLayer& reached = reached_[slice];
    const StoneStatistics statistics =
        stone_statistics(reached, layers_.scores(), stones, threads_);
    if (record.positions != reached.canonical ||
        !(statistics == StoneStatistics{record.histogram, record.longest}))
      failure_.note(fmt::format("Slice '{}' miscounts its positions.", record.name));
  }

  void check(int stones, std::uint64_t code, Value stored) {
    const Value value = StoneScore::value(layers_.scores()[code], stones);
    if (value == stored) return;
    failure_.note(fmt::format("{}: the table says {}, its successors say {}.",
                              game_.text(stone_position(game_, stones, code)), to_string(stored),
                              to_string(value)));
  }

  std::uint64_t quiet_positions(int stones) {
    std::atomic<std::uint64_t> all = 0;
    const ShapeTasks tasks(game_.shapes(stones), stones);
    parallel_tasks(tasks.count(), threads_, [&] {
      return [&, quiet = QuietPositions<Game, Lane>(game_)](std::uint64_t task) mutable {
        const auto part = tasks[task];
        if (!quiet.enter(game_.shape(stones, part.shape))) return;
        std::uint64_t count = 0;
        quiet.for_each(part.high_begin, part.high_end, [&](std::uint64_t, unsigned) {
          ++count;
          return true;
        });
        all += count;
      };
    });
    return all;
  }

  const Game& game_;
  const TableFile& file_;
  int threads_;
  StoneLayers<Game, Lane> layers_;
  StoneProbe<Game, Lane> probe_;
  std::vector<ReachedLayer> reached_;
  ProgressCounter progress_;
  FirstFailure failure_;
};

}  // namespace zermelo
