// SPDX-License-Identifier: MIT
// Breadth-first search from the start through one layer of a game with an index: how many plies
// after the start play can lead to each of its positions. Layers come in ascending order, so that
// what lower ones lead to is known when a layer's turn comes.
//
// Work is cut into chunks of neighbouring members, as in the retrograde solver
// (tablebase/retrograde/solver.h); between chunks everything is consistent, and the search can be
// paused, saved and continued there. Ranks may share the codes; arrivals at positions of others are
// sent (tablebase/retrograde/exchange.h).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/parallel.h"
#include "kinds/codes/explored_layer.h"
#include "kinds/codes/played_moves.h"
#include "kinds/codes/shared_codes.h"
#include "tablebase/retrograde/level_schedule.h"
#include "tablebase/retrograde/search_rounds.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// The plies of the earliest way to each own member of some layers, as far as known.
class LayerDistances {
 public:
  using Storage = std::uint16_t;  // the plies plus one; 0: none is known
  static constexpr int max_plies = 65534;
  static constexpr int unknown = -1;

  // The layers must outlive this object.
  explicit LayerDistances(const std::vector<ExploredLayer>& layers)
      : layers_(layers), plies_(layers.size()) {}

  // Nothing is known yet, if the layer is not there already.
  void make(int layer) {
    auto& plies = plies_[number(layer)];
    if (plies.size() < at(layer).size()) plies = HugeArray<Storage>(at(layer).size());
  }
  void forget(int layer) { plies_[number(layer)] = {}; }
  std::span<Storage> span(int layer) { return plies_[number(layer)].span(); }

  const CodeSet& at(int layer) const { return layers_[number(layer)].positions; }
  int plies(int layer, std::uint64_t member) const {
    return std::atomic_ref(const_cast<Storage&>(plies_[number(layer)][member]))
               .load(std::memory_order_relaxed) -
           1;
  }
  // A way of so many plies leads there. Returns what was known before. Thread-safe.
  int arrive(int layer, std::uint64_t member, int plies) {
    std::atomic_ref place(plies_[number(layer)][member]);
    Storage old = place.load(std::memory_order_relaxed);
    while ((old == 0 || old > plies + 1) &&
           !place.compare_exchange_weak(old, static_cast<Storage>(plies + 1),
                                        std::memory_order_relaxed)) {
    }
    return old - 1;
  }

 private:
  static std::size_t number(int layer) { return static_cast<std::size_t>(layer); }

  const std::vector<ExploredLayer>& layers_;
  std::vector<HugeArray<Storage>> plies_;  // by layer
};

// Game is as for IndexExplorer, and Part is WholeCodes or SharedCodes. Where ranks share the codes,
// each has a search of the same layer; run() is collective.
template <class Game, class Part>
class LayerSearch {
 public:
  // The distances have this layer, and all that moves of it lead to. All must outlive the search.
  LayerSearch(const Game& game, const Part& part, LayerDistances& distances, int layer, int threads)
      : game_(game),
        part_(part),
        distances_(distances),
        set_(distances.at(layer)),
        layer_(layer),
        threads_(thread_count(threads)),
        exchange_(part.search_setup(set_.size()), threads_),
        schedule_((set_.size() + chunk_size - 1) / chunk_size) {
    parallel_tasks(schedule_.chunks(), threads_,
                   [&] { return [&](std::uint64_t chunk) { mark_known(chunk); }; });
  }

  // What it takes beside the distances, in bytes.
  static std::uint64_t bytes_needed(std::uint64_t members, const Part& part) {
    return LevelSchedule::bytes_needed(members + chunk_size) + part.more_bytes(members);
  }

  // Works until done (returns true) or until should_pause() returns true (returns false); may be
  // called again to go on. should_pause is called often and from several threads; all ranks pause
  // if one should. Throws Error if some way is too long.
  template <class ShouldPause>
  bool run(ShouldPause&& should_pause) {
    const auto levels_of = [this](std::uint64_t chunk, auto&& visit) {
      for (std::uint64_t i = begin(chunk); i < end(chunk); ++i)
        if (plies(i) != LayerDistances::unknown) visit(plies(i));
    };
    for (;;) {
      const int level = next_level(schedule_.next(level_, levels_of));
      if (level == LevelSchedule::done) return true;
      if (level >= LayerDistances::max_plies) refuse();
      schedule_.begin_level(level, levels_of);
      level_ = level;
      bool pauses = false;
      if constexpr (Part::is_shared) {
        pauses = work_in_rounds(level, should_pause);
      } else {
        work_on(level, should_pause);
      }
      schedule_.finish_level(level);
      if constexpr (!Part::is_shared) pauses = should_pause();
      if (pauses) return false;
    }
  }

  // For progress, from any thread: the plies of the members that are being looked at, and how many
  // have been.
  int level() const { return level_.load(std::memory_order_relaxed); }
  std::uint64_t expanded() const { return expanded_.load(std::memory_order_relaxed); }

  // Together with the distances, the state between calls of run(), for checkpoints. To go on from
  // one, fill the marks, then call restore().
  std::span<std::uint64_t> marks() { return schedule_.marks(); }
  void restore(int level, std::uint64_t expanded) {
    level_ = level;
    expanded_ = expanded;
    schedule_.restored();
  }

 private:
  static constexpr std::size_t record_bytes = 6;

  std::uint64_t begin(std::uint64_t chunk) const { return chunk * chunk_size; }
  std::uint64_t end(std::uint64_t chunk) const {
    return std::min(set_.size(), (chunk + 1) * chunk_size);
  }
  int plies(std::uint64_t member) const { return distances_.plies(layer_, member); }

  // What lower layers lead to.
  void mark_known(std::uint64_t chunk) {
    for (std::uint64_t i = begin(chunk); i < end(chunk); ++i) {
      if (plies(i) >= LevelSchedule::period) {
        schedule_.mark_far(chunk);
      } else if (plies(i) != LayerDistances::unknown) {
        schedule_.mark(chunk, plies(i));
      }
    }
  }

  class Worker {
   public:
    Worker(LayerSearch& search, int level) : s_(search), level_(level), bins_(search.exchange_) {}
    Worker(Worker&&) = delete;
    Worker& operator=(Worker&&) = delete;

    void expand_chunk(std::uint64_t chunk) {
      s_.set_.for_each(s_.begin(chunk), s_.end(chunk), [&](std::uint64_t i, std::uint64_t key) {
        if (s_.plies(i) == level_) expand(s_.part_.code(s_.layer_, key));
      });
      flush();
      bins_.look();
    }

    // Codes that other ranks have led to.
    void receive(std::span<const std::byte> records) {
      for (std::size_t at = 0; at < records.size(); at += record_bytes) {
        std::uint64_t code = 0;
        std::memcpy(&code, records.data() + at, record_bytes);
        const int layer = s_.part_.layer_of(code);
        push(layer, s_.part_.location({layer, code}).place);
      }
      flush();
    }

   private:
    // A move, on its way to a position of this process.
    struct Arriving {
      int layer;
      std::uint64_t key;
    };

    void expand(std::uint64_t code) {
      ++expanded_;
      next_.clear();
      append_played(s_.game_, s_.game_.codes().decode(code), next_, nullptr);
      for (const Located& located : next_) {
        const Location location = s_.part_.location(located);
        if constexpr (Part::is_shared) {
          if (!s_.part_.is_own(location)) {
            bins_.push(location.rank, located.code, record_bytes);
            continue;
          }
          bins_.count_local();
        }
        push(located.layer, location.place);
      }
    }
    void push(int layer, std::uint64_t key) {
      s_.distances_.at(layer).prefetch(key);
      arrivals_.push({layer, key}, [this](const Arriving& due) { arrive(due); });
    }
    void flush() {
      arrivals_.flush([this](const Arriving& due) { arrive(due); });
      s_.expanded_.fetch_add(std::exchange(expanded_, 0), std::memory_order_relaxed);
    }
    void arrive(const Arriving& a) {
      const auto member = s_.distances_.at(a.layer).find(a.key);
      // (Only a mistake in a game's rules could lead here.)
      if (!member) throw Error("A move leads to a position that was not found before.");
      const int before = s_.distances_.arrive(a.layer, *member, level_ + 1);
      const bool is_news = before == LayerDistances::unknown || before > level_ + 1;
      if (is_news && a.layer == s_.layer_) s_.schedule_.mark_next(*member / chunk_size);
    }

    LayerSearch& s_;
    int level_;
    std::vector<Located> next_;
    UpdatePipeline<Arriving> arrivals_;
    std::uint64_t expanded_ = 0;
    [[no_unique_address]] typename Part::SearchExchange::Bins bins_;
  };

  void work_on(int level, auto& should_pause) {
    const auto rests = [this] { return exchange_.is_full(); };
    expand_due_chunks(schedule_, level, threads_, rests, should_pause,
                      [&] { return Worker(*this, level); });
  }
  bool work_in_rounds(int level, auto& should_pause) {
    const auto make_receiver = [&] {
      return [worker = Worker(*this, level)](std::span<const std::byte> records) mutable {
        worker.receive(records);
      };
    };
    return search_in_rounds(
        schedule_, level, exchange_, record_bytes, should_pause,
        [&] { work_on(level, should_pause); },
        [&](std::span<const std::byte> records) {
          receive_in_parts(records, record_bytes, threads_, make_receiver);
        });
  }

  int next_level(int here) {
    if constexpr (Part::is_shared) {
      return exchange_.next_level(here);
    } else {
      return here;
    }
  }

  void refuse() {
    fail_together(part_.cluster(), [] {
      throw Error(fmt::format(
          "This game has positions that are reached only after {} plies or more; a table has no "
          "room for such distances.",
          LayerDistances::max_plies));
    });
  }

  const Game& game_;
  const Part& part_;
  LayerDistances& distances_;
  const CodeSet& set_;
  int layer_;
  int threads_;
  [[no_unique_address]] typename Part::SearchExchange exchange_;
  LevelSchedule schedule_;
  std::atomic<int> level_ = 0;
  std::atomic<std::uint64_t> expanded_ = 0;
};

}  // namespace zermelo
