// SPDX-License-Identifier: MIT
// Histograms of a table's values over positions, with nothing forbidden. (Over states:
// kinds/dense/survey.h.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "gen/parallel.h"
#include "kinds/dense/block_members.h"
#include "tablebase/format/table_file.h"
#include "tablebase/greatest_states.h"
#include "tablebase/job/progress_counter.h"
#include "tablebase/reports.h"

namespace zermelo {

template <class Game>
class Statistics {
 public:
  // The text of the position with an index of a slice.
  using Print = std::function<std::string(std::size_t slice, std::uint64_t index)>;

  Statistics(const Game& game, const TableFile& file, int threads, WorkProgress progress)
      : game_(game), file_(file), threads_(thread_count(threads)), progress_(std::move(progress)) {}

  StatsReport run(const Print& print) {
    StatsReport report;
    file_.expect_scan();
    for (const SliceRecord& slice : file_.slices()) progress_.expect(slice.blocks());
    for (std::size_t i = 0; i < file_.slices().size(); ++i) {
      const SliceRecord& slice = file_.slices()[i];
      if (slice.positions > slice.members) {
        report.histogram[Value::win(1)] += slice.positions - slice.members;
      }
      // (Of a shrunk table: losses, whose plies the blocks do not have.)
      for (const auto& [value, count] : slice.histogram) {
        if (count > 0) report.histogram[value] += count;
      }
      parallel_tasks(slice.blocks(), threads_, [&] { return Worker(*this, i, report); });
    }
    summarise(report);
    for (const PlacedState& s : longest_.first()) report.longest.push_back(print(s.slice, s.index));
    return report;
  }

 private:
  struct Worker {
    Statistics& all;
    std::size_t i;
    StatsReport& report;
    std::vector<std::uint64_t> counts;  // by palette code
    BlockCodec codec = {};
    BlockMembers<Game> members;
    BlockContents block = {};

    Worker(Statistics& s, std::size_t n, StatsReport& r)
        : all(s),
          i(n),
          report(r),
          counts(s.file_.slices()[n].palette.size()),
          members(s.game_, s.file_, static_cast<int>(n)) {}

    ~Worker() {
      const std::lock_guard lock(all.mutex_);
      for (std::size_t code = 0; code < counts.size(); ++code) {
        const bool is_counted =
            value(static_cast<PaletteCode>(code)).is_loss() && all.leaves_out_loss_plies();
        if (counts[code] > 0 && !is_counted) {
          report.histogram[value(static_cast<PaletteCode>(code))] += counts[code];
        }
      }
    }

    void operator()(std::uint64_t b) {
      all.file_.read_block(codec, i, b, block);
      for (const PaletteCode code : block.first) ++counts[code];
      if (any_wanted()) note_longest(b);
      all.progress_.add(1);
    }

    bool any_wanted() const {
      return std::ranges::any_of(block.first, [&](PaletteCode code) { return wants(value(code)); });
    }

    void note_longest(std::uint64_t b) {
      members.for_each(b, block, [&](std::uint64_t index, std::uint32_t member) {
        const Value v = value(block.first[member]);
        if (wants(v)) all.longest_.add(v.plies(), {i, index, Game::no_slot_number});
      });
    }

    bool wants(Value v) const { return v.is_win() && all.longest_.wants(v.plies()); }

    Value value(PaletteCode code) const { return all.file_.slices()[i].palette[code]; }
  };

  bool leaves_out_loss_plies() const { return file_.header().leaves_out_loss_plies(); }

  const Game& game_;
  const TableFile& file_;
  int threads_;
  ProgressCounter progress_;
  std::mutex mutex_;
  GreatestStates longest_{2};  // a win in 1 is never worth noting
};

}  // namespace zermelo
