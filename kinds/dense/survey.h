// SPDX-License-Identifier: MIT
// Everything that one pass over the positions of a table shows about its states: which of them play
// can lead to, what those are worth, and the longest wins. (The paper's numbers: Tables 1 and 2 of
// Takizawa, "Strongly solved Ostle", 2023.)
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <mutex>
#include <vector>

#include "gen/parallel.h"
#include "kinds/dense/block_members.h"
#include "kinds/dense/exact_blocks.h"
#include "tablebase/format/table_file.h"
#include "tablebase/greatest_states.h"
#include "tablebase/job/progress_counter.h"
#include "tablebase/reports.h"

namespace zermelo {

template <class Game>
class Survey {
 public:
  Survey(const Game& game, const TableFile& file, int threads, WorkProgress progress)
      : game_(game),
        file_(file),
        blocks_(game, file),
        threads_(thread_count(threads)),
        progress_(std::move(progress)) {}

  // Everything but SurveyReport::longest, which needs values of other positions. Throws
  // DamagedTable.
  SurveyReport run() {
    file_.expect_scan();
    for (const SliceRecord& slice : file_.slices()) progress_.expect(slice.blocks());
    for (std::size_t i = 0; i < file_.slices().size(); ++i) {
      add_empty_slice(i);
      parallel_tasks(file_.slices()[i].blocks(), threads_, [&] { return Worker(*this, i); });
    }
    for (const auto& [value, count] : report_.histogram) {
      if (value.is_win()) report_.longest_win = std::max(report_.longest_win, value.plies());
      report_.nontrivial_states += count;
    }
    return report_;
  }

  // After run(): states of the longest win that play can lead to, in order of place; at most
  // GreatestStates::most.
  const std::vector<PlacedState>& longest() { return longest_.first(); }

 private:
  // One thread's share of a slice. Each counts by itself; the report is the sum.
  struct Worker {
    Survey& all;
    std::size_t i;
    int slice;
    std::vector<std::uint64_t> counts;   // states, by palette code
    std::vector<std::uint64_t> classes;  // positions, by class
    PositionCount positions = {}, without_unrestricted = {}, unreached = {};
    BlockCodec codec = {};
    BlockMembers<Game> members;
    BlockContents block = {};

    Worker(Survey& survey, std::size_t n)
        : all(survey),
          i(n),
          slice(static_cast<int>(n)),
          counts(survey.blocks_.palette(n).size()),
          classes(static_cast<std::size_t>(Game::class_count())),
          members(survey.game_, survey.file_, slice) {}

    ~Worker() {
      const std::lock_guard lock(all.mutex_);
      SurveyReport& report = all.report_;
      for (std::size_t code = 0; code < counts.size(); ++code) {
        if (counts[code] > 0) {
          report.histogram[value(static_cast<PaletteCode>(code))] += counts[code];
        }
      }
      for (std::size_t c = 0; c < classes.size(); ++c) {
        report.slices[i].classes[c].positions += classes[c];
      }
      report.slices[i].positions += positions;
      report.positions += positions;
      report.without_unrestricted += without_unrestricted;
      report.unreached += unreached;
    }

    void operator()(std::uint64_t b) {
      all.blocks_.read(codec, i, b, block);
      const auto& index = all.game_.index(slice);
      std::size_t position_class = 0;
      members.for_each_canonical(b, block, [&](std::uint64_t at, const auto& cursor, auto member) {
        while (at >= index.class_begin(static_cast<int>(position_class) + 1)) ++position_class;
        ++classes[position_class];
        add(at, cursor, member);
      });
      all.progress_.add(1);
    }

    void add(std::uint64_t index, const typename Game::Cursor& cursor, std::uint32_t member) {
      const bool won_at_once = member == BlockMembers<Game>::no_member;
      const std::uint32_t replies =
          all.game_.possible_replies(slice, cursor.position(), cursor.stabiliser());
      positions.add(won_at_once);
      if ((replies >> Game::no_slot_number & 1) == 0) without_unrestricted.add(won_at_once);
      if (replies == 0) unreached.add(won_at_once);
      if (!won_at_once) add_states(index, member, replies);
    }

    void add_states(std::uint64_t index, std::uint32_t member, std::uint32_t replies) {
      const SecondValue* second = block.find_second(member);
      // (A damaged table may name any slot.)
      if (second != nullptr && second->slot < 32 && (replies >> second->slot & 1)) {
        add_state(index, second->code, second->slot);
        replies &= ~(1u << second->slot);
      }
      const PaletteCode first = block.first[member];
      counts[first] += static_cast<std::uint64_t>(std::popcount(replies));
      if (!is_long_win(first)) return;
      for (; replies != 0; replies &= replies - 1) {
        const auto slot = static_cast<unsigned>(std::countr_zero(replies));
        all.longest_.add(value(first).plies(), {i, index, slot});
      }
    }

    void add_state(std::uint64_t index, PaletteCode code, unsigned slot) {
      ++counts[code];
      if (is_long_win(code)) all.longest_.add(value(code).plies(), {i, index, slot});
    }

    bool is_long_win(PaletteCode code) const {
      return value(code).is_win() && all.longest_.wants(value(code).plies());
    }

    Value value(PaletteCode code) const { return all.blocks_.palette(i)[code]; }
  };

  void add_empty_slice(std::size_t i) {
    SurveyReport::Slice slice;
    slice.name = file_.slices()[i].name;
    for (int c = 0; c < Game::class_count(); ++c) slice.classes.push_back({Game::class_name(c)});
    report_.slices.push_back(std::move(slice));
  }

  const Game& game_;
  const TableFile& file_;
  ExactBlocks<Game> blocks_;
  int threads_;
  ProgressCounter progress_;
  std::mutex mutex_;
  GreatestStates longest_{2};  // a win in 1 is never worth noting
  SurveyReport report_;
};

}  // namespace zermelo
