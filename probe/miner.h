// SPDX-License-Identifier: MIT
// Mining a table for puzzles: looks at every position, or at a list of them, keeps those that meet
// the conditions, and hands them out one after another with their solutions. Whatever the number
// of threads, the same puzzles come in the same order.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "probe/puzzle.h"
#include "probe/puzzle_judge.h"
#include "probe/puzzle_page.h"
#include "probe/solution_builder.h"
#include "tablebase/loaded_table.h"
#include "tablebase/parallel.h"
#include "tablebase/progress_counter.h"

namespace zermelo {

// Rules is the game's class of puzzle rules: see gen/ostle/puzzle_conditions.h.
template <class Game, class Rules>
class Miner {
 public:
  // A canonical position.
  struct Place {
    int slice = 0;
    std::uint64_t index = 0;
  };

  // All must outlive the miner. `listed` are the places of options.positions, if there are any:
  // each once.
  Miner(const Game& game, const TableFile& file, const Rules& rules,
        const PuzzleConditions& conditions, const MineOptions& options,
        std::optional<std::vector<Place>> listed)
      : game_(game),
        file_(file),
        rules_(rules),
        conditions_(conditions),
        options_(options),
        listed_(std::move(listed)),
        threads_(thread_count(options.threads)),
        progress_(options.progress) {}

  // Throws DamagedTable, and what the sink throws.
  MineReport run(const PuzzleSink& sink) {
    report_.complete = Judge::contradictory(conditions_);
    if (report_.complete) return report_;
    sink_ = &sink;
    const LoadedTable<Game> table(game_, file_);
    table_ = &table;
    if (!listed_) file_.expect_scan();
    report_.complete = listed_ ? scan_list() : scan_table();
    if (options_.order != PuzzleOrder::table) give_best();
    report_.stopped = stop_wanted();
    return report_;
  }

 private:
  using Position = typename Game::Position;

  struct Lookup {
    const LoadedTable<Game>* table;
    StoredValue operator()(int slice, std::uint64_t index, bool wants_second) const {
      return (*table)(slice, index, wants_second);
    }
    void prefetch(int slice, std::uint64_t index) const { table->prefetch(slice, index); }
  };
  using Values = StateValues<Game, Lookup>;
  using Judge = PuzzleJudge<Game, Values, Rules>;
  using Builder = SolutionBuilder<Game, Values, Rules>;

  struct Found {
    Place place;
    Value value;
    double rank = 0;           // in a sorted order, larger ones come first
    std::uint64_t number = 0;  // in table order
  };
  using Batch = std::vector<Found>;

  bool stop_wanted() const {
    return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
  }
  bool wants_slice(int slice) const { return Judge::wants_slice(rules_, conditions_, slice); }
  // A block need not be searched for more than are still wanted.
  std::uint64_t most_in_block() const {
    const bool limited = options_.limit > 0 && options_.order == PuzzleOrder::table;
    return limited ? options_.limit : std::numeric_limits<std::uint64_t>::max();
  }

  // Looks at positions of one slice after another. One a thread.
  class Worker {
   public:
    explicit Worker(const Miner& miner)
        : m_(miner),
          values_(m_.game_, Lookup{m_.table_}),
          judge_(m_.game_, values_, m_.rules_, m_.conditions_),
          builder_(m_.game_, values_, m_.rules_, m_.options_.solution) {}
    Worker(const Worker&) = delete;  // its parts know each other's addresses
    Worker& operator=(const Worker&) = delete;

    Batch block(int slice, std::uint64_t block) {
      Batch found;
      if (m_.stop_wanted()) return found;
      enter(slice);
      const SliceRecord& record = m_.file_.slices()[static_cast<std::size_t>(slice)];
      // Of most positions, the value is reason enough to pass on. (Of those won at once none is
      // stored.)
      const bool look_at_all = judge_.wants(Value::win(1));
      const bool no_values = record.members == 0;
      const std::uint64_t begin = block * block_indices;
      const std::uint64_t end = begin + record.indices_in_block(block);
      const std::uint64_t most = m_.most_in_block();
      for (std::uint64_t index = begin; index < end && found.size() < most; ++index) {
        if (!look_at_all && (no_values || !judge_.wants(stored(index)))) continue;
        look_at(index, found);
      }
      judge_waiting(found);
      return found;
    }

    Batch place(const Place& place) {
      Batch found;
      if (m_.stop_wanted() || !m_.wants_slice(place.slice)) return found;
      enter(place.slice);
      look_at(place.index, found);
      judge_waiting(found);
      return found;
    }

    Puzzle puzzle(const Found& f) {
      enter(f.place.slice);
      const GameState<Game> state{slice_, cursor_->at(f.place.index)};
      const auto pieces = m_.rules_.pieces(slice_);
      Diagram diagram = m_.rules_.diagram(state.position);
      diagram.caption = stipulation(f.value);
      return {m_.rules_.state_text(state.position, Game::no_move, false),
              f.value,
              {pieces.own, pieces.opponent},
              builder_.difficulty(state, f.value),
              std::move(diagram),
              builder_.build(state, f.value, false)};
    }

   private:
    void enter(int slice) {
      if (slice == slice_) return;
      slice_ = slice;
      cursor_.emplace(m_.game_.index(slice));
    }

    Value stored(std::uint64_t index) const { return (*m_.table_)(slice_, index, false).first; }

    // Candidates wait for their turn while what they ask for comes from memory.
    struct Waiting {
      std::uint64_t index = 0;
      typename Judge::Candidate candidate = {};
    };

    void look_at(std::uint64_t index, Batch& found) {
      const GameState<Game> state{slice_, cursor_->at(index)};
      if (!cursor_->is_canonical()) return;
      const bool at_once = m_.game_.wins_at_once(slice_, state.position);
      const Value value = at_once ? Value::win(1) : stored(index);
      if (!judge_.wants(value)) return;
      if (waiting_count_ == waiting_.size()) judge_waiting(found);
      auto& [place, candidate] = waiting_[waiting_count_++];
      place = index;
      candidate.state = state;
      candidate.value = value;
      candidate.stabiliser = cursor_->stabiliser();
      judge_.ask(candidate);
    }

    void judge_waiting(Batch& found) {
      for (std::size_t k = 0; k < waiting_count_; ++k) {
        auto& [index, candidate] = waiting_[k];
        if (!judge_.accepts(candidate)) continue;
        found.push_back({{slice_, index}, candidate.value, rank(candidate.state, candidate.value)});
      }
      waiting_count_ = 0;
    }

    double rank(const GameState<Game>& state, Value value) {
      const auto pieces = m_.rules_.pieces(state.slice);
      switch (m_.options_.order) {
        case PuzzleOrder::difficulty:
          return builder_.difficulty(state, value);
        case PuzzleOrder::plies:
          return value.plies();
        case PuzzleOrder::pieces:
          return -(pieces.own + pieces.opponent);
        case PuzzleOrder::table:
          break;
      }
      return 0;
    }

    const Miner& m_;
    Values values_;
    Judge judge_;
    Builder builder_;
    int slice_ = -1;
    std::optional<typename Game::Cursor> cursor_;
    std::array<Waiting, 16> waiting_;
    std::size_t waiting_count_ = 0;
  };

  // Says whether it came to the end.
  bool scan_table() {
    const auto& slices = file_.slices();
    for (int slice = 0; slice < game_.slice_count(); ++slice) {
      if (wants_slice(slice)) progress_.expect(slices[static_cast<std::size_t>(slice)].blocks());
    }
    bool going_on = true;
    for (int slice = 0; slice < game_.slice_count() && going_on; ++slice) {
      if (!wants_slice(slice)) continue;
      parallel_in_order(
          slices[static_cast<std::size_t>(slice)].blocks(), threads_,
          [&] {
            return [worker = Worker(*this), slice](std::uint64_t block) mutable {
              return worker.block(slice, block);
            };
          },
          [&](const Batch& found) {
            progress_.add(1);
            return going_on = take(found);
          });
    }
    return going_on;
  }

  bool scan_list() {
    const std::vector<Place>& places = *listed_;
    progress_.expect(places.size());
    bool going_on = true;
    parallel_in_order(
        places.size(), threads_,
        [&] {
          return [worker = Worker(*this), &places](std::uint64_t i) mutable {
            return worker.place(places[i]);
          };
        },
        [&](const Batch& found) {
          progress_.add(1);
          return going_on = take(found);
        });
    return going_on;
  }

  // What comes next in table order. Says whether more is wanted.
  bool take(const Batch& found) {
    if (stop_wanted()) return false;
    if (options_.order == PuzzleOrder::table) return give(found.data(), found.size());
    for (const Found& f : found) keep(f);
    return true;
  }

  static bool comes_before(const Found& a, const Found& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.number < b.number;
  }

  // Keeps the first ones of the order: with a limit, in a heap with the last of them on top.
  void keep(Found f) {
    f.number = report_.found++;
    const bool full = options_.limit > 0 && best_.size() == options_.limit;
    if (full && !comes_before(f, best_.front())) return;
    if (full) {
      std::pop_heap(best_.begin(), best_.end(), comes_before);
      best_.pop_back();
    }
    best_.push_back(f);
    if (options_.limit > 0) std::push_heap(best_.begin(), best_.end(), comes_before);
  }

  void give_best() {
    std::sort(best_.begin(), best_.end(), comes_before);
    // Solutions are made a few at a time, so that the first ones are seen soon.
    constexpr std::size_t at_a_time = 256;
    for (std::size_t i = 0; i < best_.size(); i += at_a_time) {
      if (!give(best_.data() + i, std::min(at_a_time, best_.size() - i))) return;
    }
  }

  // Hands puzzles to the sink. Says whether more are wanted.
  bool give(const Found* found, std::size_t count) {
    const bool streams = options_.order == PuzzleOrder::table;
    bool going_on = true;
    parallel_in_order(
        count, threads_,
        [&] {
          return [worker = Worker(*this), found](std::uint64_t i) mutable {
            return std::make_optional(worker.puzzle(found[i]));
          };
        },
        [&](const std::optional<Puzzle>& puzzle) {
          if (streams) ++report_.found;
          ++report_.given;
          going_on = (*sink_)(*puzzle) && report_.given != options_.limit;
          // (A sorted selection that was stopped is still given.)
          if (streams && stop_wanted()) going_on = false;
          return going_on;
        });
    return going_on;
  }

  const Game& game_;
  const TableFile& file_;
  const Rules& rules_;
  const PuzzleConditions& conditions_;
  const MineOptions& options_;
  const std::optional<std::vector<Place>> listed_;
  const int threads_;
  ProgressCounter progress_;
  const LoadedTable<Game>* table_ = nullptr;
  const PuzzleSink* sink_ = nullptr;
  Batch best_;
  MineReport report_;
};

}  // namespace zermelo
