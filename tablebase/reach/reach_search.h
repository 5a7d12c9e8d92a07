// SPDX-License-Identifier: MIT
// Breadth-first search from the start through one group of slices (Algorithm 9 of the Ostle paper),
// position by position instead of state by state: a position is expanded at its first arrival for
// all moves but the one that is forbidden then, and for that one when a later arrival allows it.
//
// Slices of groups searched before have left seeds: the earliest arrival at each position by a move
// that removes something. Work is cut into chunks as in the solver; between chunks everything is
// consistent, and pausing, saving and going on is possible there.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/move_kind.h"
#include "gen/parallel.h"
#include "tablebase/reach/arrival_word.h"
#include "tablebase/reports.h"
#include "tablebase/retrograde/group_layout.h"
#include "tablebase/retrograde/level_schedule.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// Thrown when a number of plies cannot be written in the words chosen; the search must be done in
// wider ones. The widest words throw an Error instead.
struct ArrivalTooFar {};

// The earliest arrivals at the positions of one slice from other groups. 0: none, otherwise plies.
// (An arrival takes one ply at least.)
template <class Word>
class ArrivalSeeds {
 public:
  using Storage =
      std::conditional_t<sizeof(typename Word::Storage) == 4, std::uint8_t, std::uint16_t>;

  ArrivalSeeds() = default;
  explicit ArrivalSeeds(std::uint64_t indices) : plies_(indices) {}

  int operator[](std::uint64_t index) const { return plies_[index]; }
  void prefetch(std::uint64_t index) const { __builtin_prefetch(&plies_[index], 1); }
  // The earliest arrival stays. (Of one group's arrivals it is the first, but another group may
  // have come later and yet be here sooner.) Thread-safe.
  void arrive(std::uint64_t index, int plies) {
    std::atomic_ref place(plies_[index]);
    const auto arrival = static_cast<Storage>(plies);
    Storage earliest = place.load(std::memory_order_relaxed);
    while ((earliest == 0 || earliest > arrival) &&
           !place.compare_exchange_weak(earliest, arrival, std::memory_order_relaxed)) {
    }
  }
  std::uint64_t size() const { return plies_.size(); }
  std::span<Storage> span() { return plies_.span(); }

 private:
  HugeArray<Storage> plies_;
};

template <class Game, class Word>
class ReachSearch {
 public:
  using Storage = typename Word::Storage;
  using Seeds = ArrivalSeeds<Word>;

  // `seeds` are by slice; the group's own are read, those of slices that it exits to are written.
  ReachSearch(const Game& game, std::vector<int> slices, std::vector<Seeds>& seeds,
              SearchedMoves moves, int threads)
      : game_(game),
        layout_(game, std::move(slices)),
        seeds_(seeds),
        searched_(moves),
        threads_(threads),
        words_(layout_.size()),
        schedule_(layout_.chunks()),
        seed_schedule_(layout_.chunks()) {}

  // The game begins at a position of the group's i-th slice.
  void start_at(std::size_t i, std::uint64_t index) {
    const std::uint64_t k = layout_.base(i) + index;
    arrive(k, 0, ArrivalKind::unrestricted, Word::no_slot);
    schedule_.mark(k / chunk_size, 0);
    reached_ = 1;
  }

  // Call once before the first run, but not in a search that is restored: looks through the seeds.
  void take_seeds() {
    parallel_tasks(layout_.chunks(), threads_, [&] {
      return [&](std::uint64_t chunk) {
        LevelSet levels;
        for_each_seed(chunk, [&](std::uint64_t, int plies) {
          if (plies < LevelSchedule::period) return levels.add(plies);
          seed_schedule_.mark_far(chunk);
        });
        seed_schedule_.mark(chunk, levels);
      };
    });
  }

  // Works until done (returns true) or until should_pause() says so (returns false); may be called
  // again to go on. Throws ArrivalTooFar, or an Error if there are no wider words.
  template <class ShouldPause>
  bool run(ShouldPause&& should_pause) {
    for (;;) {
      const int level = next_level();
      if (level == LevelSchedule::done) return true;
      if (level >= Word::max_plies) refuse();
      seed_schedule_.begin_level(level, seed_levels());
      level_ = level;
      plant_seeds(level);
      parallel_tasks(schedule_.chunks(), threads_, [&] {
        return [&, worker = Worker(*this)](std::uint64_t chunk) mutable {
          if (!schedule_.is_due(chunk, level) || should_pause()) return;
          schedule_.clear(chunk, level);
          worker.expand_chunk(chunk, level);
        };
      });
      schedule_.finish_level(level);
      if (should_pause()) return false;
    }
  }

  // For progress, from any thread: the level being expanded, and how many positions are reached.
  int level() const { return level_.load(std::memory_order_relaxed); }
  std::uint64_t reached() const { return reached_.load(std::memory_order_relaxed); }

  Word word(std::size_t i, std::uint64_t index) const {
    return Word(words_[layout_.base(i) + index]);
  }
  const GroupLayout& layout() const { return layout_; }

  // With the seeds, the whole state between calls of run(), for checkpoints.
  std::span<Storage> words() { return words_.span(); }
  std::span<std::uint64_t> marks() { return schedule_.marks(); }
  std::span<std::uint64_t> seed_marks() { return seed_schedule_.marks(); }
  void restore(int level, std::uint64_t reached) {
    level_ = level;
    reached_ = reached;
    seed_schedule_.restored();
  }

 private:
  using Position = typename Game::Position;
  using SearchedMove = typename Game::SearchedMove;
  using Place = decltype(std::declval<Game>().locate(0, Position{}));

  // A move inside the group on its way to what it leads to.
  struct Update {
    std::uint64_t target;  // into words_
    Place place;
    Position before;
    SearchedMove step;
  };
  struct Exit {
    int slice;
    std::uint64_t index;
  };

  class Worker {
   public:
    explicit Worker(ReachSearch& search) : s_(search) {
      for (const int slice : s_.layout_.slices()) cursors_.emplace_back(s_.game_.index(slice));
    }
    Worker(Worker&&) = delete;  // what waits is applied once
    ~Worker() {
      moves_.flush([this](const Update& due) { apply(due); });
      exits_.flush([this](const Exit& due) { apply(due); });
      report();
    }

    void expand_chunk(std::uint64_t chunk, int level) {
      level_ = level;
      const std::size_t i = s_.layout_.slice_of_chunk(chunk);
      const std::uint64_t begin = chunk * chunk_size;
      for (std::uint64_t k = begin; k < begin + chunk_size; ++k) {
        const Word word(s_.atomic_word(k).load(std::memory_order_relaxed));
        if (Word::may_have_level(word.bits(), level)) expand(i, k - s_.layout_.base(i), word);
      }
      report();
    }

   private:
    void report() {
      s_.reached_.fetch_add(std::exchange(newly_reached_, 0), std::memory_order_relaxed);
    }

    // All moves but the one that waits, or that one.
    void expand(std::size_t i, std::uint64_t index, Word word) {
      const bool all = word.arrival().first == level_;
      const int slice = s_.layout_.slices()[i];
      const Position& position = cursors_[i].at(index);
      s_.game_.for_each_searched_move(
          slice, position, cursors_[i].stabiliser(), [&](const SearchedMove& step) {
            const bool waits = step.kind == MoveKind::inner && step.slot == word.slot();
            if (waits == all) return;
            if (step.kind == MoveKind::inner) {
              push_move(s_.layout_.mirror(i), position, step);
            } else if (step.kind == MoveKind::exit) {
              push_exit(step);
            }
          });
    }

    void push_move(std::size_t target, const Position& before, const SearchedMove& step) {
      const Place place = s_.game_.locate(step.slice, step.position);
      const std::uint64_t k = s_.layout_.base(target) + place.index;
      __builtin_prefetch(&s_.words_[k], 1);
      moves_.push({k, place, before, step}, [this](const Update& due) { apply(due); });
    }

    void push_exit(const SearchedMove& step) {
      const std::uint64_t index = s_.game_.locate(step.slice, step.position).index;
      s_.seeds_[static_cast<std::size_t>(step.slice)].prefetch(index);
      exits_.push({step.slice, index}, [this](const Exit& due) { apply(due); });
    }

    void apply(const Exit& exit) {
      s_.seeds_[static_cast<std::size_t>(exit.slice)].arrive(exit.index, level_ + 1);
    }

    // Finding the reply that a move forbids may be expensive, so it waits until it is known to
    // matter.
    void apply(const Update& u) {
      const Word word(s_.atomic_word(u.target).load(std::memory_order_relaxed));
      if (word.is_finished()) return;
      if (word.is_complete() && s_.game_.surely_forbids(u.step)) return;
      const auto reply = s_.game_.reply_after(u.step, u.before);
      if (reply == s_.game_.no_move) return arrive(u, ArrivalKind::unrestricted, Word::no_slot);
      if (word.is_complete()) return;
      const unsigned slot = s_.game_.slot_in(u.place, reply, u.step.position.hole);
      const bool harmless =
          s_.searched_ == SearchedMoves::all || s_.game_.reply_has_twin(u.place, reply);
      arrive(u, harmless ? ArrivalKind::harmless : ArrivalKind::restricted, slot);
    }

    void arrive(const Update& u, ArrivalKind kind, unsigned slot) {
      const auto done = s_.arrive(u.target, level_ + 1, kind, slot);
      newly_reached_ += done == Arrived::first ? 1 : 0;
      if (done != Arrived::unnoticed) s_.schedule_.mark_next(u.target / chunk_size);
    }

    ReachSearch& s_;
    std::vector<typename Game::Cursor> cursors_;
    UpdatePipeline<Update> moves_;
    UpdatePipeline<Exit> exits_;
    std::uint64_t newly_reached_ = 0;
    int level_ = 0;
  };

  std::atomic_ref<Storage> atomic_word(std::uint64_t k) { return std::atomic_ref(words_[k]); }

  enum class Arrived { unnoticed, first, later };
  // Whether the position has to be expanded for this arrival, and whether it is its first one.
  // Thread-safe.
  Arrived arrive(std::uint64_t k, int plies, ArrivalKind kind, unsigned slot) {
    auto place = atomic_word(k);
    Storage old = place.load(std::memory_order_relaxed);
    for (;;) {
      Word w(old);
      w.arrive(plies, kind, slot);
      if (w.bits() == old) return Arrived::unnoticed;
      if (!place.compare_exchange_weak(old, w.bits(), std::memory_order_relaxed)) continue;
      if (!Word(old).is_reached()) return Arrived::first;
      return Word::may_have_level(w.bits(), plies) ? Arrived::later : Arrived::unnoticed;
    }
  }

  auto seed_levels() const {
    return [this](std::uint64_t chunk, const auto& visit) {
      this->for_each_seed(chunk, [&](std::uint64_t, int plies) { visit(plies); });
    };
  }

  // (A move's arrival is at the next level, so that the words have none that is far.)
  int next_level() {
    const int moves = schedule_.next(level_), seeds = seed_schedule_.next(level_, seed_levels());
    if (moves == LevelSchedule::done || seeds == LevelSchedule::done) return std::max(moves, seeds);
    return std::min(moves, seeds);
  }

  // Before a level's moves are made, what the seeds say of that level.
  void plant_seeds(int level) {
    parallel_tasks(layout_.chunks(), threads_, [&] {
      return [&](std::uint64_t chunk) {
        if (!seed_schedule_.is_due(chunk, level)) return;
        seed_schedule_.clear(chunk, level);
        std::uint64_t newly_reached = 0;
        for_each_seed(chunk, [&](std::uint64_t k, int plies) {
          if (plies != level) return;
          const auto done = arrive(k, plies, ArrivalKind::unrestricted, Word::no_slot);
          newly_reached += done == Arrived::first ? 1 : 0;
          if (done != Arrived::unnoticed) schedule_.mark(chunk, level);
        });
        reached_ += newly_reached;
      };
    });
  }

  template <class Body>
  void for_each_seed(std::uint64_t chunk, Body&& body) const {
    const std::size_t i = layout_.slice_of_chunk(chunk);
    const Seeds& seeds = seeds_[static_cast<std::size_t>(layout_.slices()[i])];
    const std::uint64_t begin = chunk * chunk_size - layout_.base(i);
    const std::uint64_t end = std::min(seeds.size(), begin + chunk_size);
    for (std::uint64_t index = begin; index < end; ++index) {
      if (seeds[index] != 0) body(layout_.base(i) + index, seeds[index]);
    }
  }

  [[noreturn]] static void refuse() {
    if constexpr (!Word::is_widest) throw ArrivalTooFar{};
    throw Error(fmt::format(
        "This game has positions that are reached only after {} plies or more; a table has no room "
        "for such distances.",
        Word::max_plies));
  }

  const Game& game_;
  GroupLayout layout_;
  std::vector<Seeds>& seeds_;
  SearchedMoves searched_;
  int threads_;
  HugeArray<Storage> words_;
  LevelSchedule schedule_, seed_schedule_;
  std::atomic<int> level_ = 0;
  std::atomic<std::uint64_t> reached_ = 0;
};

}  // namespace zermelo
