// SPDX-License-Identifier: MIT
// Breadth-first search from the start through one group of slices (Algorithm 9 of the Ostle paper),
// position by position instead of state by state: a position is expanded at its first arrival for
// all moves except the one that is forbidden then, and for that one when a later arrival allows it.
//
// Slices of groups searched before have left seeds: the earliest arrival at each position by a move
// that removes something. Work is cut into chunks as in the solver; between chunks everything is
// consistent, and the search can be paused, saved and continued there.
//
// Several ranks may share the words and the seeds; arrivals at positions of others are sent
// (tablebase/retrograde/exchange.h).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/move_kind.h"
#include "gen/parallel.h"
#include "kinds/dense/shared_game.h"
#include "kinds/reach/arrival_word.h"
#include "tablebase/distributed/stripes.h"
#include "tablebase/reports.h"
#include "tablebase/retrograde/group_layout.h"
#include "tablebase/retrograde/level_schedule.h"
#include "tablebase/retrograde/search_rounds.h"
#include "tablebase/retrograde/update_bins.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// Thrown when a number of plies cannot be written in the words chosen; the search must then be done
// in wider ones. With the widest words an Error is thrown instead.
struct ArrivalTooFar {};

// The earliest arrivals at the positions of one slice from other groups. 0: none, otherwise plies.
// (An arrival takes at least one ply.)
template <class Word>
class ArrivalSeeds {
 public:
  using Storage =
      std::conditional_t<sizeof(typename Word::Storage) == 4, std::uint8_t, std::uint16_t>;

  ArrivalSeeds() = default;
  explicit ArrivalSeeds(std::uint64_t indices) : plies_(indices) {}

  int operator[](std::uint64_t index) const { return plies_[index]; }
  void prefetch(std::uint64_t index) const { __builtin_prefetch(&plies_[index], 1); }
  // The earliest arrival stays. (It is the first of one group's arrivals, but another group that
  // was searched later may arrive here earlier.) Thread-safe.
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

// What an arrival at a position of another rank is sent as: the place among its owner's; then how
// the move arrives and which move it forbids, or the slice for which it is a seed. The plies are
// the level plus one.
class ArrivalRecord {
 public:
  static constexpr int place_bits = 40, slot_bits = 8;
  static constexpr std::size_t bytes = 7;

  ArrivalRecord() = default;
  explicit ArrivalRecord(std::uint64_t bits) : bits_(bits) {}
  ArrivalRecord(std::uint64_t place, ArrivalKind kind, unsigned slot)
      : ArrivalRecord(place, static_cast<unsigned>(kind), slot) {}
  static ArrivalRecord seed(std::uint64_t place, int slice) {
    return {place, seed_kind, static_cast<unsigned>(slice)};
  }

  std::uint64_t bits() const { return bits_; }
  std::uint64_t place() const { return bits_ & ((std::uint64_t{1} << place_bits) - 1); }
  bool is_seed() const { return bits_ >> kind_shift == seed_kind; }
  std::size_t slice() const { return slot(); }
  ArrivalKind kind() const { return static_cast<ArrivalKind>(bits_ >> kind_shift); }
  unsigned slot() const {
    return static_cast<unsigned>(bits_ >> place_bits & ((1u << slot_bits) - 1));
  }

 private:
  static constexpr unsigned seed_kind = 3;
  static constexpr int kind_shift = place_bits + slot_bits;
  static_assert(kind_shift + 2 <= static_cast<int>(8 * bytes));
  ArrivalRecord(std::uint64_t place, unsigned kind, unsigned slot)
      : bits_(place | std::uint64_t{slot} << place_bits | std::uint64_t{kind} << kind_shift) {
    assert(place >> place_bits == 0 && slot >> slot_bits == 0);
  }

  std::uint64_t bits_ = 0;
};

// Part says who has which words and seeds (kinds/dense/shared_game.h). Where several ranks
// share them, each has a search of the same group; chunks and places of the arrays are then its
// own, and those of the group are found from them. run() is collective.
template <class Game, class Word, class Part = WholeGame>
class ReachSearch {
 public:
  using Storage = typename Word::Storage;
  using Seeds = ArrivalSeeds<Word>;

  // `seeds` are by slice, and within a slice by this process's places; the group's own are read,
  // those of slices that it exits to are written. Everything passed by reference must outlive the
  // search.
  ReachSearch(const Game& game, std::vector<int> slices, std::vector<Seeds>& seeds,
              SearchedMoves moves, int threads, Part& part)
      : game_(game),
        layout_(game, std::move(slices)),
        seeds_(seeds),
        searched_(moves),
        threads_(threads),
        part_(part),
        exchange_(part.setup(layout_), threads),
        words_(exchange_.own_places(layout_.size())),
        schedule_(words_.size() / chunk_size),
        seed_schedule_(schedule_.chunks()),
        arrivals_(words_.size(), sizeof(Storage), threads) {}

  // Bytes that a search of so many places takes, without seeds.
  static std::uint64_t bytes_needed(std::uint64_t places) {
    return places * sizeof(Storage) + 2 * LevelSchedule::bytes_needed(places) +
           Arrivals::bytes_needed(places, sizeof(Storage));
  }

  // The game begins at a position of the group's i-th slice.
  void start_at(std::size_t i, std::uint64_t index) {
    const std::uint64_t place = layout_.base(i) + index;
    if (!exchange_.has(place)) return;
    const std::uint64_t k = exchange_.own_place(place);
    arrive(k, 0, ArrivalKind::unrestricted, Word::no_slot);
    schedule_.mark(k / chunk_size, 0);
    reached_ = 1;
  }

  // Looks through the seeds. To be called once before the first run, but not in a search that is
  // restored.
  void take_seeds() {
    parallel_tasks(schedule_.chunks(), threads_, [&] {
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

  // Works until done (returns true) or until should_pause() returns true (returns false); may be
  // called again to go on. All ranks pause if one should. Throws ArrivalTooFar, or an Error if
  // there are no wider words.
  template <class ShouldPause>
  bool run(ShouldPause&& should_pause) {
    for (;;) {
      const int level = exchange_.next_level(next_level());
      if (level == LevelSchedule::done) {
        exchange_.release();
        return true;
      }
      if (level >= Word::max_plies) refuse();
      seed_schedule_.begin_level(level, seed_levels());
      level_ = level;
      plant_seeds(level);
      bool pauses = false;
      if constexpr (Exchange::is_alone) {
        work_on(level, should_pause);
      } else {
        pauses = work_in_rounds(level, should_pause);
      }
      schedule_.finish_level(level);
      if constexpr (Exchange::is_alone) pauses = should_pause();
      if (pauses) return false;
    }
  }

  // For progress, from any thread: the level being expanded, and how many positions are reached.
  int level() const { return level_.load(std::memory_order_relaxed); }
  std::uint64_t reached() const { return reached_.load(std::memory_order_relaxed); }

  // For a position that belongs to this process.
  Word word(std::size_t i, std::uint64_t index) const {
    return Word(words_[exchange_.own_place(layout_.base(i) + index)]);
  }
  const GroupLayout& layout() const { return layout_; }

  // Together with the seeds, this is the whole state between calls of run(), for checkpoints.
  std::span<Storage> words() { return words_.span(); }
  std::span<std::uint64_t> marks() { return schedule_.marks(); }
  std::span<std::uint64_t> seed_marks() { return seed_schedule_.marks(); }
  void restore(int level, std::uint64_t reached) {
    level_ = level;
    reached_ = reached;
    seed_schedule_.restored();
  }

 private:
  using Exchange = typename Part::Exchange;
  using Position = typename Game::Position;
  using SearchedMove = typename Game::SearchedMove;
  using Place = decltype(std::declval<Game>().locate(0, Position{}));

  // Arrivals at positions of this process by moves inside the group, one ply after the level.
  static constexpr int slot_bits = std::bit_width(Word::no_slot);
  using Arrivals = UpdateBins<slot_bits + 2>;
  // How a move arrives, and which move it forbids.
  struct Kind {
    ArrivalKind kind;
    unsigned slot;

    std::uint32_t payload() const { return static_cast<std::uint32_t>(kind) << slot_bits | slot; }
  };
  static Kind kind_of(std::uint32_t payload) {
    return {static_cast<ArrivalKind>(payload >> slot_bits), payload & ((1u << slot_bits) - 1)};
  }
  struct Exit {
    int slice;
    std::uint64_t index;
  };

  // Applies arrivals at positions that no other thread has to do with meanwhile.
  class Arriver {
   public:
    Arriver(ReachSearch& search, int plies) : s_(search), plies_(plies) {}
    Arriver(Arriver&&) = delete;
    ~Arriver() { s_.reached_.fetch_add(newly_reached_, std::memory_order_relaxed); }

    void arrive(std::uint64_t k, Kind how) {
      const auto done = s_.arrive(k, plies_, how.kind, how.slot);
      newly_reached_ += done == Arrived::first ? 1 : 0;
      if (done != Arrived::unnoticed) s_.schedule_.mark_next(k / chunk_size);
    }

   private:
    ReachSearch& s_;
    int plies_;
    std::uint64_t newly_reached_ = 0;
  };

  class Worker {
   public:
    Worker(ReachSearch& search, int level)
        : s_(search), level_(level), arrivals_(search.arrivals_), bins_(search.exchange_) {
      for (const int slice : s_.layout_.slices()) cursors_.emplace_back(s_.game_.index(slice));
    }
    Worker(Worker&&) = delete;  // what waits is applied once
    ~Worker() {
      exits_.flush([this](const Exit& due) { s_.arrive(due, level_ + 1); });
    }

    void expand_chunk(std::uint64_t chunk) {
      const std::uint64_t ahead = s_.exchange_.ahead(chunk);
      const std::size_t i = s_.layout_.slice_of_chunk(chunk + ahead / chunk_size);
      for_each_hit<Word>(s_.words_, chunk * chunk_size, level_, [&](std::uint64_t k) {
        expand(i, k + ahead - s_.layout_.base(i), Word(s_.words_[k]));
      });
      arrivals_.look();
      bins_.look();
    }

   private:
    // All moves except the one that waits, or only that one.
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
      const Kind how = kind_of(place, step, s_.game_.reply_after(step, before));
      std::uint64_t k = s_.layout_.base(target) + place.index;
      if constexpr (!Exchange::is_alone) {
        const Location location = s_.exchange_.location(k);
        k = location.place;
        if (!s_.exchange_.is_own(location))
          return send(location.rank, ArrivalRecord(k, how.kind, how.slot));
        bins_.count_local();
      }
      arrivals_.push(k, how.payload());
    }

    void push_exit(const SearchedMove& step) {
      const std::uint64_t index = s_.game_.locate(step.slice, step.position).index;
      const Location location = s_.part_.location(step.slice, index);
      if constexpr (!Exchange::is_alone) {
        if (!s_.part_.is_own(location))
          return send(location.rank, ArrivalRecord::seed(location.place, step.slice));
        bins_.count_local();
      }
      s_.seeds_[static_cast<std::size_t>(step.slice)].prefetch(location.place);
      exits_.push({step.slice, location.place},
                  [this](const Exit& due) { s_.arrive(due, level_ + 1); });
    }

    void send(std::uint32_t rank, ArrivalRecord record) {
      if constexpr (!Exchange::is_alone) bins_.push(rank, record.bits(), ArrivalRecord::bytes);
    }

    // `reply` is the reply that the step to `place` forbids.
    Kind kind_of(const Place& place, const SearchedMove& step, auto reply) const {
      if (reply == s_.game_.no_move) return {ArrivalKind::unrestricted, Word::no_slot};
      const bool harmless =
          s_.searched_ == SearchedMoves::all || s_.game_.reply_has_twin(place, reply);
      return {harmless ? ArrivalKind::harmless : ArrivalKind::restricted,
              s_.game_.slot_in(place, reply, step.position.hole)};
    }

    ReachSearch& s_;
    int level_;
    std::vector<typename Game::Cursor> cursors_;
    typename Arrivals::Lease arrivals_;
    UpdatePipeline<Exit> exits_;
    [[no_unique_address]] typename Exchange::Bins bins_;
  };

  void work_on(int level, auto& should_pause) {
    const auto rests = [this] { return arrivals_.is_full() || exchange_.is_full(); };
    bool is_full = false;
    do {
      expand_due_chunks(schedule_, level, threads_, rests, should_pause,
                        [&] { return Worker(*this, level); });
      is_full = arrivals_.is_full();
      apply_arrivals(level + 1);
    } while (is_full);
  }
  // Applies what waits in the bins.
  void apply_arrivals(int plies) {
    arrivals_.apply_all(words_, threads_, [&] {
      return [&, arriver = Arriver(*this, plies)](std::uint64_t k, std::uint32_t payload) mutable {
        arriver.arrive(k, kind_of(payload));
      };
    });
  }
  bool work_in_rounds(int level, auto& should_pause) {
    const auto make_receiver = [&] {
      return [this, level, arrivals = typename Arrivals::Lease(arrivals_)](
                 std::span<const std::byte> records) mutable { receive(records, level, arrivals); };
    };
    return search_in_rounds(
        schedule_, level, exchange_, ArrivalRecord::bytes, should_pause,
        [&] { work_on(level, should_pause); },
        [&](std::span<const std::byte> records) {
          receive_in_parts(records, ArrivalRecord::bytes, threads_, make_receiver);
          apply_arrivals(level + 1);
        });
  }

  // Takes arrivals that other ranks have sent. Thread-safe.
  void receive(std::span<const std::byte> records, int level, typename Arrivals::Lease& arrivals) {
    UpdatePipeline<Exit> exits;
    const auto apply = [&](const Exit& due) { arrive(due, level + 1); };
    for (std::size_t at = 0; at < records.size(); at += ArrivalRecord::bytes) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, records.data() + at, ArrivalRecord::bytes);
      const ArrivalRecord r(bits);
      if (r.is_seed()) {
        seeds_[r.slice()].prefetch(r.place());
        exits.push({static_cast<int>(r.slice()), r.place()}, apply);
      } else {
        arrivals.push(r.place(), Kind{r.kind(), r.slot()}.payload());
      }
    }
    exits.flush(apply);
  }

  enum class Arrived { unnoticed, first, later };
  // Whether the position has to be expanded for this arrival, and whether it is its first one. Not
  // while another thread has to do with the position.
  Arrived arrive(std::uint64_t k, int plies, ArrivalKind kind, unsigned slot) {
    const Word before(words_[k]);
    if (before.is_finished()) return Arrived::unnoticed;
    Word w = before;
    w.arrive(plies, kind, slot);
    if (w.bits() == before.bits()) return Arrived::unnoticed;
    words_[k] = w.bits();
    if (!before.is_reached()) return Arrived::first;
    return Word::may_have_level(w.bits(), plies) ? Arrived::later : Arrived::unnoticed;
  }
  // At a position of another group. Thread-safe.
  void arrive(const Exit& exit, int plies) {
    seeds_[static_cast<std::size_t>(exit.slice)].arrive(exit.index, plies);
  }

  auto seed_levels() const {
    return [this](std::uint64_t chunk, const auto& visit) {
      this->for_each_seed(chunk, [&](std::uint64_t, int plies) { visit(plies); });
    };
  }

  // (A move's arrival is at the next level, so the words have none that is far away.)
  int next_level() {
    const int moves = schedule_.next(level_), seeds = seed_schedule_.next(level_, seed_levels());
    if (moves == LevelSchedule::done || seeds == LevelSchedule::done) return std::max(moves, seeds);
    return std::min(moves, seeds);
  }

  // Applies, before a level's moves are made, what the seeds say about that level.
  void plant_seeds(int level) {
    parallel_tasks(schedule_.chunks(), threads_, [&] {
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
    const std::uint64_t ahead = exchange_.ahead(chunk), first = chunk * chunk_size;
    const std::size_t i = layout_.slice_of_chunk(chunk + ahead / chunk_size);
    const int slice = layout_.slices()[i];
    const Seeds& seeds = seeds_[static_cast<std::size_t>(slice)];
    const std::uint64_t begin = part_.location(slice, first + ahead - layout_.base(i)).place;
    const std::uint64_t end = std::min(seeds.size(), begin + chunk_size);
    for (std::uint64_t place = begin; place < end; ++place) {
      if (seeds[place] != 0) body(first + (place - begin), seeds[place]);
    }
  }

  void refuse() {
    if constexpr (!Word::is_widest) throw ArrivalTooFar{};
    exchange_.refuse([] {
      throw Error(fmt::format(
          "This game has positions that are reached only after {} plies or more; a table has no "
          "room for such distances.",
          Word::max_plies));
    });
  }

  const Game& game_;
  GroupLayout layout_;
  std::vector<Seeds>& seeds_;
  SearchedMoves searched_;
  int threads_;
  Part& part_;
  [[no_unique_address]] Exchange exchange_;
  HugeArray<Storage> words_;
  LevelSchedule schedule_, seed_schedule_;
  Arrivals arrivals_;
  std::atomic<int> level_ = 0;
  std::atomic<std::uint64_t> reached_ = 0;
};

}  // namespace zermelo
