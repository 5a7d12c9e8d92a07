// SPDX-License-Identifier: MIT
// The positions of a grid game that play can lead to, layer by layer.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/grid/game.h"
#include "gen/parallel.h"
#include "kinds/codes/explored_layer.h"
#include "kinds/codes/index_explorer.h"
#include "tablebase/job/run_state.h"
#include "tablebase/sets/code_collector.h"

namespace zermelo {

// Breadth first through the layers; within a layer, if the game is not layered, until nothing new
// is found. A game that is over at its start has no layers, unless finished positions count. It can
// be saved between two calls. Each object is for one use.
template <class Game>
class Explorer {
 public:
  enum class Finished { ignored, counted };
  // Called often, from several threads at once.
  using ShouldPause = std::function<bool()>;

  // Among positions that these symmetries turn into each other, one is kept. All must outlive the
  // explorer.
  Explorer(const Game& game, std::span<const GridSymmetry> symmetries, CodeSpace& space,
           Finished finished, int threads)
      : game_(game),
        symmetries_(symmetries),
        space_(space),
        counts_finished_(finished == Finished::counted),
        threads_(thread_count(threads)),
        all_(space),
        fresh_(space) {
    const bool goes_on = game_.status(game_.start()).goes_on();
    if (!goes_on && !counts_finished_) return;
    std::vector<std::uint64_t> start = {
        game_.codes().encode(canonical(symmetries_, game_.start()))};
    collector(goes_on ? waiting_ : finished_, 0).add(start);
  }

  // Goes on with the current layer, or with the next one if that is finished. Returns whether it is
  // finished now; it is not if should_pause() returned true.
  bool explore_layer(const ShouldPause& should_pause) {
    if (!in_layer_) {
      in_layer_ = true;
      all_ = collector(waiting_, layer()).take(threads_);
      fresh_ = CodeList(space_);
      expands_all_ = true;
      expanded_ = 0;
    }
    found_ = all_.codes().size();
    do {
      if (!expand(expands_all_ ? all_.codes() : fresh_.codes(), should_pause)) return false;
    } while (!game_.is_layered() && find_fresh());
    finish_layer();
    return true;
  }
  bool done() const {
    return !in_layer_ && layers_.size() >= std::max(waiting_.size(), finished_.size());
  }
  // Valid after that.
  std::vector<ExploredLayer> take_layers() { return std::move(layers_); }

  // All layers at once. Calls progress() after each.
  template <class Progress>
  std::vector<ExploredLayer> run(Progress&& progress) {
    while (!done()) {
      explore_layer([] { return false; });
      progress();
    }
    return take_layers();
  }

  // For progress, also while it works: the current layer, or the one that was finished last;
  // positions found in it and before it, and memory that the sets of finished layers hold.
  int layer() const { return std::max(0, next_layer() - (in_layer_ ? 0 : 1)); }
  std::uint64_t positions() const { return positions_ + (in_layer_ ? found_ : 0); }
  std::uint64_t set_bytes() const { return set_bytes_; }
  // The bytes of a layer's largest set, which saving takes in addition.
  std::uint64_t largest_set_bytes() const { return largest_set_bytes_; }

  // --- Checkpoints, of searches that do not count what is finished ------------------------------

  RunState save() {
    RunState state;
    state.numbers["layers"] = {layers_.size()};
    state.numbers["in_layer"] = {in_layer_};
    state.numbers["expands_all"] = {expands_all_};
    state.numbers["expanded"] = {expanded_};
    for (const ExploredLayer& layer : layers_)
      state.arrays.emplace_back([&layer] { return layer.positions.to_bytes(); });
    state.arrays.emplace_back(all_.codes());
    state.arrays.emplace_back(fresh_.codes());
    for (std::size_t i = layers_.size(); i < waiting_.size(); ++i)
      state.arrays.emplace_back(collector(waiting_, static_cast<int>(i)).settle(threads_));
    return state;
  }

  // Only for an explorer that has not been used.
  void restore(const SavedRun& saved) {
    waiting_.clear();
    std::size_t array = 0;
    for (const auto layers = saved.number("layers"); array < layers; ++array)
      keep(layer_of(CodeSet::from_bytes(saved.read_vector<std::byte>(array))));
    in_layer_ = saved.number<bool>("in_layer");
    expands_all_ = saved.number<bool>("expands_all");
    expanded_ = saved.number("expanded");
    all_ = read_list(saved, array++);
    fresh_ = read_list(saved, array++);
    found_ = all_.codes().size();
    for (int i = next_layer(); array < saved.arrays(); ++i) {
      CodeList list = read_list(saved, array++);
      if (!list.codes().empty()) collector(waiting_, i).add(std::move(list));
    }
  }

 private:
  static constexpr std::uint64_t chunk = 4096;
  static constexpr std::size_t buffer_codes = 1 << 16;

  // The one that is not finished.
  int next_layer() const { return static_cast<int>(layers_.size()); }

  CodeList read_list(const SavedRun& saved, std::size_t array) {
    CodeList list(space_);
    saved.read(array, list.room(saved.size(array) / sizeof(std::uint64_t)));
    return list;
  }

  void finish_layer() {
    const auto number = layers_.size();
    ExploredLayer result = layer_of(CodeSet(all_.codes()));
    if (counts_finished_)
      result.finished = CodeSet(collector(finished_, layer()).take(threads_).codes());
    if (number < waiting_.size()) waiting_[number].reset();
    if (number < finished_.size()) finished_[number].reset();
    all_ = CodeList(space_);
    fresh_ = CodeList(space_);
    in_layer_ = false;
    keep(std::move(result));
  }
  static ExploredLayer layer_of(CodeSet&& positions) {
    const std::uint64_t reached = positions.size();
    return {.positions = std::move(positions), .reached = reached};
  }
  void keep(ExploredLayer&& layer) {
    const std::uint64_t bytes = layer.positions.bytes() + layer.finished.bytes();
    positions_ += layer.positions.size();
    set_bytes_ += bytes;
    largest_set_bytes_ = std::max(largest_set_bytes_, bytes);
    layers_.push_back(std::move(layer));
  }

  // Finds positions of the layer that those found so far lead to. Returns whether there are any.
  bool find_fresh() {
    fresh_ = difference(space_, collector(waiting_, layer()).take(threads_).codes(), all_.codes());
    if (fresh_.codes().empty()) return false;
    all_ = union_of(space_, all_.codes(), fresh_.codes());
    found_ = all_.codes().size();
    expands_all_ = false;
    expanded_ = 0;
    return true;
  }

  // Collects what the positions lead to, from the expanded_-th on. Returns whether all are done.
  bool expand(std::span<const std::uint64_t> codes, const ShouldPause& should_pause) {
    // Made ahead, so that workers only look them up.
    for (int step = 0; step <= game_.longest_step(); ++step) {
      collector(waiting_, layer() + step);
      if (counts_finished_) collector(finished_, layer() + step);
    }
    std::deque<Worker> workers;
    std::mutex mutex;
    const std::uint64_t chunks = (codes.size() + chunk - 1) / chunk;
    const std::uint64_t next = parallel_until(
        expanded_ / chunk, chunks, threads_,
        [&] {
          const std::lock_guard lock(mutex);
          return [&, &worker = workers.emplace_back(*this, layer())](std::uint64_t task) {
            worker.expand(
                codes.subspan(task * chunk, std::min(chunk, codes.size() - task * chunk)));
          };
        },
        should_pause);
    for (Worker& worker : workers) worker.finish();
    trim(waiting_);
    trim(finished_);
    expanded_ = next * chunk;
    return next == chunks;
  }

  class Worker {
   public:
    Worker(Explorer& explorer, int layer)
        : e_(&explorer),
          layer_(layer),
          going_on_(static_cast<std::size_t>(explorer.game_.longest_step()) + 1),
          finished_(going_on_.size()),
          recent_(recent_places) {}
    // Hands in what is left.
    void finish() {
      for (std::size_t step = 0; step < going_on_.size(); ++step) {
        hand_in(e_->waiting_, step, going_on_[step]);
        hand_in(e_->finished_, step, finished_[step]);
      }
    }

    void expand(std::span<const std::uint64_t> codes) {
      for (const std::uint64_t code : codes) expand(e_->game_.codes().decode(code));
    }

   private:
    using Buffers = std::vector<std::vector<std::uint64_t>>;
    static constexpr std::size_t recent_places = std::size_t{1} << 13;  // as fits in a cache

    void expand(const PositionOf<Game>& p) {
      const Game& game = e_->game_;
      if constexpr (requires { game.ending_of(p); }) {
        // (Most have been noted before, and how they end need not be asked again.)
        game.for_each_result(p, [&](const PositionOf<Game>& next) {
          if (!is_recent(next)) note(next, game.ending_of(next));
        });
      } else {
        game.for_each_successor(p, [&](const PositionOf<Game>& next, Ending ending) {
          if (!is_recent(next)) note(next, ending);
        });
      }
    }
    void note(const PositionOf<Game>& p, Ending ending) {
      if (ending == Ending::none) {
        note(p, e_->waiting_, going_on_);
      } else if (e_->counts_finished_) {
        note(p, e_->finished_, finished_);
      }
    }

    // Whether a position was noted a short time ago: many moves lead to the same positions, and
    // what is noted twice costs more than this.
    bool is_recent(const PositionOf<Game>& p) {
      auto& place = recent_[quick_hash(p) >> (64 - std::bit_width(recent_places - 1))];
      if (place && *place == p) return true;
      place = p;
      return false;
    }

    void note(const PositionOf<Game>& p, auto& collectors, Buffers& buffers) {
      const auto step = static_cast<std::size_t>(e_->game_.layer(p) - layer_);
      buffers[step].push_back(e_->game_.codes().encode(canonical(e_->symmetries_, p)));
      if (buffers[step].size() >= buffer_codes) hand_in(collectors, step, buffers[step]);
    }
    void hand_in(auto& collectors, std::size_t step, std::vector<std::uint64_t>& buffer) {
      if (!buffer.empty()) collectors[static_cast<std::size_t>(layer_) + step]->add(buffer);
    }

    Explorer* e_;
    int layer_;
    Buffers going_on_, finished_;  // by steps up
    std::vector<std::optional<PositionOf<Game>>> recent_;
  };

  using Collectors = std::deque<std::unique_ptr<CodeCollector>>;  // by layer
  CodeCollector& collector(Collectors& collectors, int layer) {
    const auto number = static_cast<std::size_t>(layer);
    while (collectors.size() <= number) collectors.emplace_back();
    if (!collectors[number]) collectors[number] = std::make_unique<CodeCollector>(space_);
    return *collectors[number];
  }
  // Removes layers at the end that nothing leads to.
  static void trim(Collectors& collectors) {
    while (!collectors.empty() && (!collectors.back() || collectors.back()->empty()))
      collectors.pop_back();
  }

  const Game& game_;
  std::span<const GridSymmetry> symmetries_;
  CodeSpace& space_;
  bool counts_finished_;
  int threads_;
  std::vector<ExploredLayer> layers_;                                    // those that are finished
  std::uint64_t positions_ = 0, set_bytes_ = 0, largest_set_bytes_ = 0;  // of them
  Collectors waiting_, finished_;
  // The current layer: its positions; those found last, whose moves are being looked at, if not all
  // positions are; and how many of them are done.
  bool in_layer_ = false, expands_all_ = true;
  CodeList all_, fresh_;
  std::uint64_t found_ = 0, expanded_ = 0;
};

// What must be given of positions that the mover wins at once, whose value follows from the rules.
enum class WonAtOnce { kept, left_out_if_easy };

// Everything that play can lead to. Calls progress(explorer) after each layer.
template <class Game, class Progress>
std::vector<ExploredLayer> explore(const Game& game, WonAtOnce won, CodeSpace& space, int threads,
                                   Progress&& progress) {
  if constexpr (IndexedGame<Game>) {
    using Keep = typename IndexExplorer<Game>::Keep;
    IndexExplorer<Game> explorer(game, won == WonAtOnce::kept ? Keep::all : Keep::not_won_at_once,
                                 threads);
    return explorer.run([&] { progress(explorer); });
  } else {
    Explorer<Game> explorer(game, game.symmetries(), space, Explorer<Game>::Finished::ignored,
                            threads);
    return explorer.run([&] { progress(explorer); });
  }
}

}  // namespace zermelo
