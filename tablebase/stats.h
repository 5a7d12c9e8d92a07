// SPDX-License-Identifier: MIT
// Histograms of a table's values: over positions, or over the states that play can lead to and that
// are not won at once (the non-trivial states of the Ostle paper; its Table 2 counts one ply less).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "tablebase/block_members.h"
#include "tablebase/parallel.h"
#include "tablebase/progress_counter.h"
#include "tablebase/reports.h"
#include "tablebase/table_file.h"

namespace zermelo {

template <class Game>
class Statistics {
 public:
  using Move = std::decay_t<decltype(Game::no_move)>;
  // A position's text, with a forbidden move (or Game::no_move).
  using Print = std::function<std::string(const typename Game::Position&, Move)>;
  static constexpr std::size_t most_longest = 100;

  Statistics(const Game& game, const TableFile& file, Print print, int threads,
             WorkProgress progress)
      : game_(game),
        file_(file),
        print_(std::move(print)),
        threads_(thread_count(threads)),
        progress_(std::move(progress)) {}

  StatsReport run(bool states) {
    StatsReport report;
    for (const SliceRecord& slice : file_.slices()) progress_.expect(slice.blocks());
    for (std::size_t i = 0; i < file_.slices().size(); ++i) {
      const SliceRecord& slice = file_.slices()[i];
      if (!states && slice.positions > slice.members) {
        report.histogram[Value::win(1)] += slice.positions - slice.members;
      }
      add_slice(i, states, report);
    }
    summarise(report);
    // The longest wins are listed in order of index, whatever the threads did.
    std::sort(longest_.begin(), longest_.end());
    for (const Longest& l : longest_) {
      if (report.longest.size() < most_longest) report.longest.push_back(l.text);
    }
    report.longest_count =
        report.longest_win > 0 ? report.histogram[Value::win(report.longest_win)] : 0;
    return report;
  }

 private:
  struct Longest {
    std::size_t slice;
    std::uint64_t index;
    unsigned slot;
    std::string text;
    auto operator<=>(const Longest&) const = default;
  };

  struct Worker {
    Statistics& all;
    std::size_t i;
    bool states;
    StatsReport& report;
    std::vector<std::uint64_t> counts;  // by palette code
    BlockCodec codec = {};
    typename Game::Cursor cursor;
    BlockMembers<Game> members;
    BlockContents block = {};

    Worker(Statistics& s, std::size_t n, bool count_states, StatsReport& r)
        : all(s),
          i(n),
          states(count_states),
          report(r),
          counts(s.file_.slices()[n].palette.size()),
          cursor(s.game_.index(static_cast<int>(n))),
          members(s.game_, s.file_, static_cast<int>(n)) {}

    ~Worker() {
      const std::lock_guard lock(all.mutex_);
      const auto& palette = all.file_.slices()[i].palette;
      for (std::size_t code = 0; code < counts.size(); ++code) {
        if (counts[code] > 0) report.histogram[palette[code]] += counts[code];
      }
    }

    void operator()(std::uint64_t b) {
      all.file_.read_block(codec, i, b, block);
      if (states || any_may_be_longest()) {
        members.for_each(b, block, [&](std::uint64_t index, std::uint32_t member) {
          add_member(index, member);
        });
      } else {
        for (const PaletteCode code : block.first) ++counts[code];
      }
      all.progress_.add(1);
    }

    bool any_may_be_longest() const {
      return std::ranges::any_of(block.first,
                                 [&](PaletteCode code) { return all.may_be_longest(value(code)); });
    }

    void add_member(std::uint64_t index, std::uint32_t member) {
      const PaletteCode first = block.first[member];
      if (!states) return add_state(index, first, Game::no_slot_number);
      const auto& position = cursor.at(index);
      std::uint32_t replies =
          all.game_.possible_replies(static_cast<int>(i), position, cursor.stabiliser());
      const SecondValue* second = block.find_second(member);
      // (A damaged table may name any slot.)
      if (second != nullptr && second->slot < 32 && (replies >> second->slot & 1)) {
        add_state(index, second->code, second->slot);
        replies &= ~(1u << second->slot);
      }
      if (all.may_be_longest(value(first))) {
        for (; replies != 0; replies &= replies - 1) {
          add_state(index, first, static_cast<unsigned>(std::countr_zero(replies)));
        }
      } else {
        counts[first] += static_cast<std::uint64_t>(std::popcount(replies));
      }
    }

    Value value(PaletteCode code) const { return all.file_.slices()[i].palette[code]; }

    void add_state(std::uint64_t index, PaletteCode code, unsigned slot) {
      ++counts[code];
      if (all.may_be_longest(value(code))) note(index, code, slot);
    }

    void note(std::uint64_t index, PaletteCode code, unsigned slot) {
      const auto& position = cursor.at(index);
      const Move forbidden =
          slot == Game::no_slot_number
              ? Game::no_move
              : all.game_.move_of_slot(position, static_cast<std::uint8_t>(slot));
      all.note_longest(value(code), {i, index, slot, all.print_(position, forbidden)});
    }
  };

  void add_slice(std::size_t i, bool states, StatsReport& report) {
    parallel_tasks(file_.slices()[i].blocks(), threads_,
                   [&] { return Worker(*this, i, states, report); });
  }

  bool may_be_longest(Value v) const {
    return v.is_win() && v.plies() >= longest_win_.load(std::memory_order_relaxed);
  }

  void note_longest(Value v, Longest entry) {
    const std::lock_guard lock(mutex_);
    if (v.plies() < longest_win_) return;
    if (v.plies() > longest_win_) longest_.clear();
    longest_win_ = v.plies();
    // Keeps the smallest; twice the limit before it sorts the rest away.
    longest_.push_back(std::move(entry));
    if (longest_.size() >= 2 * most_longest) {
      std::sort(longest_.begin(), longest_.end());
      longest_.resize(most_longest);
    }
  }

  static void summarise(StatsReport& report) {
    for (const auto& [value, count] : report.histogram) {
      report.positions += count;
      (value.is_win() ? report.wins : value.is_loss() ? report.losses : report.draws) += count;
      if (value.is_win()) report.longest_win = std::max(report.longest_win, value.plies());
      if (value.is_loss()) report.longest_loss = std::max(report.longest_loss, value.plies());
    }
  }

  const Game& game_;
  const TableFile& file_;
  Print print_;
  int threads_;
  ProgressCounter progress_;
  std::mutex mutex_;
  std::atomic<int> longest_win_ = 2;  // a win in 1 is never worth a note
  std::vector<Longest> longest_;
};

}  // namespace zermelo
