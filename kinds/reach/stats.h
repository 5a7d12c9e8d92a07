// SPDX-License-Identifier: MIT
// How many states have which distance from the start (Table 3 of the Ostle paper), from a table of
// arrivals, in one pass.
//
// A state with nothing forbidden is counted at its position. A state with a move forbidden is
// counted at the position that the forbidden move would lead back to, by the move that forbids it:
// so nothing has to be looked up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

#include "gen/parallel.h"
#include "kinds/dense/block_members.h"
#include "kinds/reach/state_distances.h"
#include "tablebase/format/table_file.h"
#include "tablebase/greatest_states.h"
#include "tablebase/job/progress_counter.h"
#include "tablebase/reports.h"

namespace zermelo {

template <class Game>
class ReachStatistics {
 public:
  using Position = typename Game::Position;
  using Move = std::decay_t<decltype(Game::no_move)>;
  ReachStatistics(const Game& game, const TableFile& file, int threads, WorkProgress progress)
      : game_(game), file_(file), threads_(thread_count(threads)), progress_(std::move(progress)) {}

  // Everything except ReachReport::farthest_states, which are texts. Throws DamagedTable.
  ReachReport run() {
    file_.expect_scan();
    report_.moves = file_.header().moves();
    for (const SliceRecord& slice : file_.slices()) progress_.expect(slice.blocks());
    for (std::size_t i = 0; i < file_.slices().size(); ++i) {
      parallel_tasks(file_.slices()[i].blocks(), threads_, [&] { return Worker(*this, i); });
    }
    for (std::size_t plies = 0; plies < counts_.size(); ++plies) {
      if (counts_[plies] == 0) continue;
      report_.histogram[static_cast<int>(plies)] = counts_[plies];
      report_.states += counts_[plies];
      report_.farthest = static_cast<int>(plies);
    }
    return std::move(report_);
  }

  // After run(): the farthest states, in order of place; at most GreatestStates::most.
  const std::vector<PlacedState>& farthest() { return farthest_.first(); }

 private:
  class Worker {
   public:
    Worker(ReachStatistics& all, std::size_t i)
        : all_(all),
          i_(i),
          slice_(static_cast<int>(i)),
          cursor_(all.game_.index(slice_)),
          members_(all.game_, all.file_, slice_) {}
    Worker(Worker&&) noexcept = default;
    ~Worker() {
      const std::lock_guard lock(all_.mutex_);
      if (all_.counts_.size() < counts_.size()) all_.counts_.resize(counts_.size());
      for (std::size_t plies = 0; plies < counts_.size(); ++plies)
        all_.counts_[plies] += counts_[plies];
      all_.report_.positions += positions_;
      all_.report_.unreached_positions += unreached_positions_;
      all_.report_.unreached += unreached_;
    }

    void operator()(std::uint64_t b) {
      all_.file_.read_block(codec_, i_, b, block_);
      members_.for_each(b, block_, [&](std::uint64_t index, std::uint32_t member) {
        StoredArrival stored{all_.file_.slices()[i_].arrivals[block_.first[member]], {}};
        if (const SecondValue* second = block_.find_second(member)) stored.slot = second->slot;
        add_position(index, stored);
      });
      all_.progress_.add(1);
    }

   private:
    void add_position(std::uint64_t index, const StoredArrival& stored) {
      const Position& position = cursor_.at(index);
      ++positions_;
      if (stored.arrival.first < 0) ++unreached_positions_;
      if (stored.arrival.unrestricted >= 0) {
        count(stored.arrival.unrestricted);
        note(slice_, position, Game::no_move, stored.arrival.unrestricted);
      } else {
        const auto replies = all_.game_.possible_replies(slice_, position, cursor_.stabiliser());
        unreached_ += replies >> Game::no_slot_number & 1;
      }
      find_restricted(position, stored);
      for (const auto& [step, plies, signature] : restricted_) {
        if (plies == never) {
          ++unreached_;
          continue;
        }
        count(plies);
        if (all_.farthest_.wants(plies))
          note(step.slice, step.position, all_.game_.reply_after(step, position), plies);
      }
    }

    static constexpr int never = std::numeric_limits<int>::max();
    struct Restricted {
      typename Game::SearchedMove step;
      int plies;
      std::uint64_t signature;  // of the position reached, if several steps may lead to one state
    };

    // The states with a forbidden move that this position's moves lead to, each once.
    void find_restricted(const Position& position, const StoredArrival& stored) {
      restricted_.clear();
      all_.game_.for_each_searched_move(
          slice_, position, cursor_.stabiliser(), [&](const typename Game::SearchedMove& step) {
            if (step.kind != MoveKind::inner || !all_.game_.forbids(step, position)) return;
            const int played = stored.played(step.slot);
            add_restricted(step, played < 0 ? never : played + 1);
          });
    }

    // Two moves may lead to the same state only if a reply other than the one that takes a move
    // back is forbidden, by a symmetry.
    void add_restricted(const typename Game::SearchedMove& step, int plies) {
      if (!all_.game_.may_merge_states()) return restricted_.push_back({step, plies, 0});
      const std::uint64_t signature = all_.game_.signature(step.position);
      const auto place = [&](const typename Game::SearchedMove& s) {
        return all_.game_.locate(s.slice, s.position).index;
      };
      for (Restricted& known : restricted_) {
        if (known.signature != signature || place(known.step) != place(step)) continue;
        known.plies = std::min(known.plies, plies);
        return;
      }
      restricted_.push_back({step, plies, signature});
    }

    void count(int plies) {
      const auto n = static_cast<std::size_t>(plies);
      if (counts_.size() <= n) counts_.resize(n + 1);
      ++counts_[n];
    }

    void note(int slice, const Position& p, Move forbidden, int plies) {
      if (!all_.farthest_.wants(plies)) return;
      const auto place = all_.game_.locate(slice, p);
      unsigned slot = Game::no_slot_number;
      if (!(forbidden == Game::no_move)) slot = all_.game_.slot_in(place, forbidden, p.hole);
      all_.farthest_.add(plies, {static_cast<std::size_t>(slice), place.index, slot});
    }

    ReachStatistics& all_;
    std::size_t i_;
    int slice_;
    BlockCodec codec_;
    BlockContents block_;
    typename Game::Cursor cursor_;
    BlockMembers<Game> members_;
    std::vector<Restricted> restricted_;
    std::vector<std::uint64_t> counts_;  // by plies
    std::uint64_t positions_ = 0, unreached_positions_ = 0, unreached_ = 0;
  };

  const Game& game_;
  const TableFile& file_;
  int threads_;
  ProgressCounter progress_;
  std::mutex mutex_;
  GreatestStates farthest_{1};         // the start alone is never worth noting
  std::vector<std::uint64_t> counts_;  // by plies
  ReachReport report_;
};

}  // namespace zermelo
