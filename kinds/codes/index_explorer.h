// SPDX-License-Identifier: MIT
// The positions that play can lead to, for a game whose codes are a dense index: a bit per code,
// which is set when a move leads there.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "gen/grid/game.h"
#include "gen/parallel.h"
#include "kinds/codes/explored_layer.h"
#include "kinds/codes/played_moves.h"
#include "kinds/codes/shared_codes.h"
#include "tablebase/distributed/cluster.h"
#include "tablebase/job/run_state.h"
#include "tablebase/sets/huge_array.h"
#include "tablebase/sets/ranked_bits.h"

namespace zermelo {

// Bits that several threads set. Thread-safe but for assignment.
class AtomicBits {
 public:
  AtomicBits() = default;
  explicit AtomicBits(std::uint64_t bits) : words_((bits + 63) / 64) {}

  bool is_empty() const { return words_.size() == 0; }
  // Returns whether it was not set before.
  bool set(std::uint64_t i) {
    std::atomic_ref word(words_[i / 64]);
    const std::uint64_t bit = std::uint64_t{1} << i % 64;
    return (word.load(std::memory_order_relaxed) & bit) == 0 && (word.fetch_or(bit) & bit) == 0;
  }
  std::uint64_t word(std::uint64_t i) const {
    return std::atomic_ref(const_cast<std::uint64_t&>(words_[i])).load();
  }
  void prefetch(std::uint64_t i) const { __builtin_prefetch(&words_[i / 64], 1); }
  std::span<std::uint64_t> words() { return words_.span(); }
  std::span<const std::uint64_t> words() const { return words_.span(); }
  std::uint64_t bytes() const { return words_.size() * sizeof(std::uint64_t); }
  std::uint64_t count() const {
    std::uint64_t count = 0;
    for (const std::uint64_t word : words()) count += static_cast<unsigned>(count_bits(word));
    return count;
  }

 private:
  HugeArray<std::uint64_t> words_;
};

// Game has what gen/bddl/piece_game.h has: codes().begin(layer) and end(layer) say which codes a
// layer has; start_codes() and is_start(code, p) what the game can begin with; play_on(p) whether
// play goes on from a position that the mover can win at once. Otherwise as Explorer
// (kinds/codes/explore.h).
//
// Part is WholeCodes or SharedCodes (kinds/codes/shared_codes.h). Where ranks share the codes, each
// has an explorer of the same game, which expands the positions that are its own and sends to
// others what it finds for them; sets hold keys of its own. explore_layer() is collective.
template <class Game, class Part = WholeCodes>
class IndexExplorer {
 public:
  enum class Keep { not_won_at_once, all, all_and_finished };
  using ShouldPause = std::function<bool()>;

  // The game must outlive the explorer.
  IndexExplorer(const Game& game, Keep keep, int threads) requires std::same_as<Part, WholeCodes>
      : IndexExplorer(game, keep, threads, whole_codes) {}
  // The part must, too. (Ranks do not look for finished positions.)
  IndexExplorer(const Game& game, Keep keep, int threads, const Part& part)
      : game_(game),
        part_(part),
        keep_(keep),
        threads_(thread_count(threads)),
        reached_(static_cast<std::size_t>(game.codes().groups())),
        finished_(keep == Keep::all_and_finished ? reached_.size() : 0),
        exchange_(part.search_setup(most_keys(game, part)), threads_) {
    assert(!Part::is_shared || keep != Keep::all_and_finished);
    if (keep == Keep::all_and_finished) finished_elsewhere_ = AtomicBits(game.ended_codes().size());
    for (const auto& [first, end] : game.start_codes()) {
      starts_.push_back({first, end, start_tasks_});
      start_tasks_ += (end - first + starts_a_task - 1) / starts_a_task;
    }
    if (!finished_.empty()) add_ended_starts();
  }

  // Goes on with what the game can begin with; then with the current layer, or with the next one if
  // that is finished. Returns whether it is finished now; it is not if should_pause() returned
  // true.
  bool explore_layer(const ShouldPause& should_pause) {
    if (!add_starts(should_pause)) return false;
    if (!in_layer_) begin_layer();
    if constexpr (Part::is_shared) {
      if (!expand_in_rounds(should_pause)) return false;
    } else {
      do {
        if (!expand(should_pause)) return false;
      } while (begins_another_pass());
    }
    finish_layer();
    return true;
  }
  bool done() const { return !in_layer_ && layers_.size() == reached_.size(); }
  // Valid after that.
  std::vector<ExploredLayer> take_layers() { return std::move(layers_); }
  // Finished positions that no layer has, by game.ended_codes(). Valid after that.
  CodeSet take_finished_elsewhere() const { return set_of(finished_elsewhere_, 0); }

  // All layers at once. Calls progress() after each.
  template <class Progress>
  std::vector<ExploredLayer> run(Progress&& progress) {
    while (!done()) {
      explore_layer([] { return false; });
      progress();
    }
    return take_layers();
  }

  // For progress, also while it works: as Explorer's. (Own positions, if ranks share them.)
  int layer() const { return std::max(0, next_layer() - (in_layer_ ? 0 : 1)); }
  std::uint64_t positions() const { return positions_ + found_; }
  std::uint64_t set_bytes() const { return set_bytes_; }

  // What exploring takes at most.
  static std::uint64_t bytes_needed(const Game& game, const Part& part) {
    std::uint64_t all = 0;
    for (int layer = 0; layer < game.codes().groups(); ++layer) all += part.keys(game, layer) / 8;
    const std::uint64_t most = most_keys(game, part);
    return all + 3 * (most / 8) + part.more_bytes(most);
  }

  // --- Checkpoints ------------------------------------------------------------------------------

  RunState save() {
    RunState state;
    state.numbers["layers"] = {layers_.size()};
    state.numbers["starts"] = {next_start_};
    state.numbers["in_layer"] = {in_layer_};
    state.numbers["next"] = {next_};
    state.numbers["found_behind"] = {found_behind_};
    state.numbers["found"] = {positions_};
    for (const ExploredLayer& layer : layers_) {
      state.numbers["reached"].push_back(layer.reached);
      state.arrays.emplace_back([&layer] { return layer.positions.to_bytes(); });
    }
    for (std::size_t i = layers_.size(); i < reached_.size(); ++i) {
      state.numbers["begun"].push_back(reached_[i].is_empty() ? 0 : 1);
      if (!reached_[i].is_empty()) state.arrays.emplace_back(reached_[i].words());
    }
    if (in_layer_) {
      state.arrays.emplace_back(expanded_.words());
      if (keeps_valued()) state.arrays.emplace_back(valued_.words());
    }
    return state;
  }

  // Only for an explorer that has not been used.
  void restore(const SavedRun& saved) {
    std::size_t array = 0;
    const auto layers = saved.number("layers");
    for (std::uint64_t i = 0; i < layers; ++i) {
      keep({.positions = CodeSet::from_bytes(saved.read_vector<std::byte>(array++)),
            .reached = saved.list("reached").at(i),
            .leaves_out_won_at_once = keeps_valued()});
      if constexpr (!Part::is_shared) positions_ += layers_.back().reached;
    }
    for (std::size_t i = layers; i < reached_.size(); ++i) {
      reached_[i] = {};
      if (saved.list("begun").at(i - layers) == 0) continue;
      make(static_cast<int>(i));
      saved.read(array++, reached_[i].words());
    }
    // (Earlier versions looked at all starts before they could be stopped.)
    next_start_ = saved.has("starts") ? saved.number("starts") : start_tasks_;
    in_layer_ = saved.number<bool>("in_layer");
    if constexpr (Part::is_shared) positions_ = saved.number("found");
    if (!in_layer_) return;
    begin_layer();
    saved.read(array++, expanded_.words());
    if (keeps_valued()) saved.read(array++, valued_.words());
    next_ = saved.number("next");
    found_behind_ = saved.number<bool>("found_behind");
    found_ = expanded_.count();
  }

 private:
  // (A task's records for others should not need much more room than a bin has.)
  static constexpr std::uint64_t words_a_task = Part::is_shared ? 128 : 1024;
  static constexpr std::size_t record_bytes = 6;

  bool keeps_valued() const { return keep_ == Keep::not_won_at_once; }
  int next_layer() const { return static_cast<int>(layers_.size()); }
  std::uint64_t begin(int layer) const { return game_.codes().begin(layer); }
  std::uint64_t keys_in(int layer) const { return part_.keys(game_, layer); }
  static std::uint64_t most_keys(const Game& game, const Part& part) {
    std::uint64_t most = 0;
    for (int layer = 0; layer < game.codes().groups(); ++layer)
      most = std::max(most, part.keys(game, layer));
    return most;
  }
  AtomicBits& reached(int layer) { return reached_[static_cast<std::size_t>(layer)]; }
  void make(int layer) {
    if (reached(layer).is_empty()) reached(layer) = AtomicBits(keys_in(layer));
  }

  void make_finished(int layer) {
    if (finished_.empty()) return;
    AtomicBits& bits = finished_[static_cast<std::size_t>(layer)];
    if (bits.is_empty()) bits = AtomicBits(keys_in(layer));
  }

  // A range of codes that the game may begin with, all of one layer, and its first task.
  struct Starts {
    std::uint64_t first, end, first_task;
  };
  static constexpr std::uint64_t starts_a_task = 64 * 64;

  // Goes on with those codes that the game can begin with. Returns whether it came to the end.
  // (Ranks have to agree on a pause, and have few starts each: they do not pause.)
  bool add_starts(const ShouldPause& should_pause) {
    if (next_start_ == start_tasks_) return true;
    std::vector<int> layers;
    for (const Starts& starts : starts_) {
      layers.push_back(game_.codes().find(game_.codes().decode(starts.first))->group);
      make(layers.back());
      make_finished(layers.back());
    }
    next_start_ = parallel_until(
        next_start_, start_tasks_, threads_,
        [&] {
          return [&](std::uint64_t task) {
            const auto after = std::ranges::upper_bound(starts_, task, {}, &Starts::first_task);
            const auto range = static_cast<std::size_t>(after - starts_.begin()) - 1;
            const Starts& starts = starts_[range];
            const std::uint64_t first = starts.first + (task - starts.first_task) * starts_a_task;
            const std::uint64_t end = std::min(starts.end, first + starts_a_task);
            for (std::uint64_t code = first; code < end; ++code) add_start(code, layers[range]);
          };
        },
        [&] { return !Part::is_shared && should_pause(); });
    return next_start_ == start_tasks_;
  }
  // With pieces with which the game is over wherever they stand.
  void add_ended_starts() {
    for (const auto& [first, end] : game_.ended_start_codes()) {
      for (std::uint64_t code = first; code < end; ++code)
        if (game_.is_ended_start(code, game_.ended_codes().decode(code)))
          finished_elsewhere_.set(code);
    }
  }
  void add_start(std::uint64_t code, int layer) {
    const Location location = part_.location({layer, code});
    if (!part_.is_own(location)) return;
    const PositionOf<Game> p = game_.codes().decode(code);
    if (!game_.is_start(code, p)) return;
    if (game_.status(p).goes_on()) {
      reached(layer).set(location.place - begin(layer));
    } else if (!finished_.empty()) {
      finished_[static_cast<std::size_t>(layer)].set(code - begin(layer));
    }
  }

  void begin_layer() {
    const int layer = next_layer();
    in_layer_ = true;
    make(layer);
    for (const int higher : game_.next_layers(layer)) {
      make(higher);
      make_finished(higher);
    }
    make_finished(layer);
    expanded_ = AtomicBits(keys_in(layer));
    if (keeps_valued()) valued_ = AtomicBits(keys_in(layer));
    next_ = 0;
  }

  void finish_layer() {
    const int layer = next_layer();
    ExploredLayer result{.leaves_out_won_at_once = keeps_valued()};
    AtomicBits all = std::exchange(reached(layer), {});
    expanded_ = {};
    const std::uint64_t own = all.count();
    result.reached = reduced(part_.cluster(), own, Cluster::Reduction::sum);
    if (keeps_valued()) all = std::exchange(valued_, {});
    result.positions = set_of(all, begin(layer));
    if (!finished_.empty())
      result.finished =
          set_of(std::exchange(finished_[static_cast<std::size_t>(layer)], {}), begin(layer));
    found_ = 0;
    in_layer_ = false;
    positions_ += own;
    keep(std::move(result));
  }
  static CodeSet set_of(const AtomicBits& bits, std::uint64_t begin) {
    const std::uint64_t members = bits.count();
    const auto words = bits.words();
    if (members == 0) return {};
    if (members >= words.size() * 64 / dense_below) return CodeSet(RankedBits(words, begin));
    std::uint64_t first = 0, last = words.size() - 1;
    while (words[first] == 0) ++first;
    while (words[last] == 0) --last;
    SparseSet::Builder builder(
        members, begin + 64 * first + static_cast<unsigned>(std::countr_zero(words[first])),
        begin + 64 * last + 63 - static_cast<unsigned>(std::countl_zero(words[last])));
    for (std::uint64_t w = first; w <= last; ++w) {
      for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1)
        builder.add(begin + 64 * w + static_cast<unsigned>(std::countr_zero(rest)));
    }
    return CodeSet(SparseSet(std::move(builder)));
  }
  void keep(ExploredLayer&& layer) {
    set_bytes_ += layer.positions.bytes();
    layers_.push_back(std::move(layer));
  }

  std::uint64_t tasks() const {
    return (expanded_.words().size() + words_a_task - 1) / words_a_task;
  }
  // Goes on with a pass: expands what has been reached and is not expanded, in order of code.
  // Returns whether it came to the end.
  bool expand(const ShouldPause& should_pause) {
    const std::uint64_t tasks = this->tasks();
    begun_ = 0;
    next_ = parallel_until(
        next_, tasks, threads_,
        [&] {
          return [worker = std::make_shared<Worker>(*this)](std::uint64_t task) {
            worker->work(task);
          };
        },
        should_pause);
    return next_ == tasks;
  }
  // After a pass to the end: whether another one is needed, since something was found in front of
  // where it was.
  bool begins_another_pass() {
    if (!std::exchange(found_behind_, false)) return false;
    next_ = 0;
    return true;
  }

  // Works with the other ranks until none of them finds anything more. Returns whether they came to
  // the end.
  bool expand_in_rounds(const ShouldPause& should_pause) {
    for (;;) {
      expand([&] { return exchange_.is_full() || should_pause(); });
      receive(exchange_.round(record_bytes));
      const bool has_more = next_ < tasks() || begins_another_pass();
      const auto all = exchange_.fail_together({.has_more = has_more, .pauses = should_pause()});
      if (all.pauses) return false;
      if (!all.has_more) return true;
    }
  }
  // What other ranks have found.
  void receive(std::span<const std::byte> records) {
    constexpr std::uint64_t a_task = 4096 * record_bytes;
    begun_ = next_ * words_a_task;
    parallel_tasks((records.size() + a_task - 1) / a_task, threads_, [&] {
      return [&, worker = std::make_shared<Worker>(*this)](std::uint64_t task) {
        const auto all = records.subspan(task * a_task);
        worker->receive(all.first(std::min<std::size_t>(a_task, all.size())));
      };
    });
  }

  class Worker {
   public:
    explicit Worker(IndexExplorer& explorer)
        : e_(explorer),
          layer_(e_.next_layer()),
          begin_(e_.begin(layer_)),
          bins_(explorer.exchange_) {}

    void work(std::uint64_t task) {
      const AtomicBits& reached = e_.reached(layer_);
      const std::uint64_t words = e_.expanded_.words().size();
      const std::uint64_t end = std::min(words, (task + 1) * words_a_task);
      begin_words_until(end);
      std::uint64_t found = 0;
      for (std::uint64_t w = task * words_a_task; w < end; ++w) {
        for (;;) {
          const std::uint64_t todo = reached.word(w) & ~e_.expanded_.words()[w];
          if (todo == 0) break;
          e_.expanded_.words()[w] |= todo;
          for (std::uint64_t rest = todo; rest != 0; rest &= rest - 1) {
            expand(64 * w + static_cast<unsigned>(std::countr_zero(rest)));
            ++found;
          }
        }
      }
      flush();
      bins_.look();
      std::atomic_ref(e_.found_).fetch_add(found, std::memory_order_relaxed);
    }

    // Codes that other ranks have found and this one has.
    void receive(std::span<const std::byte> records) {
      for (std::size_t at = 0; at < records.size(); at += record_bytes) {
        std::uint64_t code = 0;
        std::memcpy(&code, records.data() + at, record_bytes);
        const int layer = e_.part_.layer_of(code);
        places_.push_back({layer, e_.part_.location({layer, code}).place});
        prefetch(places_.back());
        if (places_.size() >= enough) flush();
      }
      flush();
    }

   private:
    void begin_words_until(std::uint64_t end) {
      std::atomic_ref begun(e_.begun_);
      std::uint64_t before = begun.load();
      while (before < end && !begun.compare_exchange_weak(before, end)) {
      }
    }

    void expand(std::uint64_t number) {
      const PositionOf<Game> p = e_.game_.codes().decode(e_.part_.code(layer_, begin_ + number));
      const std::size_t first = places_.size();
      ended_.clear();
      const bool valued =
          append_played(e_.game_, p, places_, e_.finished_.empty() ? nullptr : &ended_);
      if (valued && !e_.valued_.is_empty()) e_.valued_.set(number);
      for (const PositionOf<Game>& end : ended_) finish(end);
      assert(std::all_of(places_.begin() + static_cast<std::ptrdiff_t>(first), places_.end(),
                         [&](const Located& found) { return found.layer >= layer_; }));
      if constexpr (Part::is_shared) keep_own(first);
      for (std::size_t i = first; i < places_.size(); ++i) prefetch(places_[i]);
      if (places_.size() >= enough) flush();
    }
    void prefetch(const Located& place) const {
      e_.reached(place.layer).prefetch(place.code - e_.begin(place.layer));
    }
    // Of the places from number `first` on: the others are sent to those who have them.
    void keep_own(std::size_t first) {
      std::size_t kept = first;
      for (std::size_t i = first; i < places_.size(); ++i) {
        const Located found = places_[i];
        const Location location = e_.part_.location(found);
        if (!e_.part_.is_own(location)) {
          bins_.push(location.rank, found.code, record_bytes);
          continue;
        }
        bins_.count_local();
        places_[kept++] = {found.layer, location.place};
      }
      places_.resize(kept);
    }
    void finish(const PositionOf<Game>& end) {
      if (const auto place = e_.game_.codes().find(end)) {
        e_.finished_[static_cast<std::size_t>(place->group)].set(place->code -
                                                                 e_.begin(place->group));
      } else {
        e_.finished_elsewhere_.set(e_.game_.ended_codes().encode(end));
      }
    }
    // Sets the bits whose memory has been fetched meanwhile.
    void flush() {
      for (const Located& place : places_) {
        const std::uint64_t number = place.code - e_.begin(place.layer);
        if (!e_.reached(place.layer).set(number) || place.layer != layer_) continue;
        // (Who has begun with that word earlier may not see it any more; who begins later does.)
        if (number / 64 < std::atomic_ref(e_.begun_).load())
          std::atomic_ref(e_.found_behind_).store(true, std::memory_order_relaxed);
      }
      places_.clear();
    }

    static constexpr std::size_t enough = 64;

    IndexExplorer& e_;
    int layer_;
    std::uint64_t begin_;
    std::vector<Located> places_;          // with keys for codes
    std::vector<PositionOf<Game>> ended_;  // of one position's moves
    [[no_unique_address]] typename Part::SearchExchange::Bins bins_;
  };

  const Game& game_;
  const Part& part_;
  Keep keep_;
  int threads_;
  std::vector<ExploredLayer> layers_;  // those that are finished
  std::vector<AtomicBits> reached_;    // of the others
  std::vector<AtomicBits> finished_;   // by layer, if they are wanted
  std::vector<Starts> starts_;         // in order, with the next task and how many there are
  std::uint64_t next_start_ = 0, start_tasks_ = 0;
  AtomicBits finished_elsewhere_;
  std::uint64_t positions_ = 0, set_bytes_ = 0;
  // The current layer: what has been expanded, and what of it the mover does not win at once; the
  // next task of the current pass, and all words that tasks have begun with are below `begun_`;
  // whether there is a need for another pass.
  bool in_layer_ = false;
  AtomicBits expanded_, valued_;
  std::uint64_t next_ = 0, begun_ = 0, found_ = 0;
  bool found_behind_ = false;
  [[no_unique_address]] typename Part::SearchExchange exchange_;
};

}  // namespace zermelo
