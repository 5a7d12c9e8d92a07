// SPDX-License-Identifier: MIT
// The positions of a grid game that play can lead to, layer by layer.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "gen/grid/game.h"
#include "tablebase/code_collector.h"
#include "tablebase/parallel.h"
#include "tablebase/sparse_set.h"

namespace zermelo {

// One layer, up to symmetry.
struct ExploredLayer {
  SparseSet positions;  // in which the game goes on, by code
  SparseSet finished;   // in which it is over, if they are wanted
};

// Breadth first through the layers; within a layer, if the game is not layered, until nothing new
// is found. One use an object.
template <class Game>
class Explorer {
 public:
  enum class Finished { ignored, counted };
  struct Progress {
    int layer;                       // the last one explored
    std::uint64_t positions, bytes;  // of all layers so far; memory that their sets hold
  };
  // Called after every layer; returns whether to stop.
  using ShouldStop = std::function<bool(const Progress& progress)>;

  // Of positions that these symmetries turn into each other, one is kept. All must outlive the
  // explorer.
  // Setting *stop ends the search as soon as may be; what run() gives then is of no use.
  Explorer(const Game& game, std::span<const GridSymmetry> symmetries, CodeSpace& space,
           Finished finished, int threads, const std::atomic<bool>* stop = nullptr)
      : game_(game),
        symmetries_(symmetries),
        space_(space),
        counts_finished_(finished == Finished::counted),
        threads_(thread_count(threads)),
        stop_(stop) {}

  // All layers; cut short if should_stop says so.
  std::vector<ExploredLayer> run(const ShouldStop& should_stop) {
    std::vector<ExploredLayer> layers;
    Progress progress{};
    std::vector<std::uint64_t> start = {
        game_.codes().encode(canonical(symmetries_, game_.start()))};
    collector(waiting_, 0).add(start);
    for (int layer = 0;
         static_cast<std::size_t>(layer) < std::max(waiting_.size(), finished_.size()); ++layer) {
      layers.push_back(explore(layer));
      progress.layer = layer;
      progress.positions += layers.back().positions.size();
      progress.bytes += layers.back().positions.bytes() + layers.back().finished.bytes();
      if (should_stop(progress)) break;
    }
    return layers;
  }

 private:
  static constexpr std::uint64_t chunk = 4096;
  static constexpr std::size_t buffer_codes = 1 << 16;

  ExploredLayer explore(int layer) {
    const auto number = static_cast<std::size_t>(layer);
    CodeList all = collector(waiting_, layer).take(threads_);
    expand(layer, all.codes());
    if (!game_.is_layered()) all = close(layer, std::move(all));
    ExploredLayer result{SparseSet(all.codes()), {}};
    if (counts_finished_)
      result.finished = SparseSet(collector(finished_, layer).take(threads_).codes());
    if (number < waiting_.size()) waiting_[number].reset();
    if (number < finished_.size()) finished_[number].reset();
    return result;
  }

  // Looks for positions of the layer that those found so far lead to, until there are no more.
  CodeList close(int layer, CodeList all) {
    for (;;) {
      CodeList fresh =
          difference(space_, collector(waiting_, layer).take(threads_).codes(), all.codes());
      if (fresh.codes().empty() || stopped()) return all;
      all = together(space_, all.codes(), fresh.codes());
      expand(layer, fresh.codes());
    }
  }

  // Collects what the positions lead to.
  void expand(int layer, std::span<const std::uint64_t> codes) {
    // Made ahead, so that workers only look them up.
    for (int step = 0; step <= game_.longest_step(); ++step) {
      collector(waiting_, layer + step);
      if (counts_finished_) collector(finished_, layer + step);
    }
    std::deque<Worker> workers;
    std::mutex mutex;
    parallel_tasks((codes.size() + chunk - 1) / chunk, threads_, [&] {
      const std::lock_guard lock(mutex);
      return [&, &worker = workers.emplace_back(*this, layer)](std::uint64_t task) {
        if (stopped()) return;
        worker.expand(codes.subspan(task * chunk, std::min(chunk, codes.size() - task * chunk)));
      };
    });
    for (Worker& worker : workers) worker.finish();
    trim(waiting_);
    trim(finished_);
  }

  bool stopped() const { return stop_ != nullptr && *stop_; }

  class Worker {
   public:
    Worker(Explorer& explorer, int layer)
        : e_(&explorer),
          layer_(layer),
          going_on_(static_cast<std::size_t>(explorer.game_.longest_step()) + 1),
          finished_(going_on_.size()) {}
    // Hands in what is left.
    void finish() {
      for (std::size_t step = 0; step < going_on_.size(); ++step) {
        hand_in(e_->waiting_, step, going_on_[step]);
        hand_in(e_->finished_, step, finished_[step]);
      }
    }

    void expand(std::span<const std::uint64_t> codes) {
      for (const std::uint64_t code : codes) {
        e_->game_.for_each_successor(e_->game_.codes().decode(code),
                                     [&](const GridPosition& next, Ending ending) {
                                       if (ending == Ending::none) {
                                         note(next, e_->waiting_, going_on_);
                                       } else if (e_->counts_finished_) {
                                         note(next, e_->finished_, finished_);
                                       }
                                     });
      }
    }

   private:
    using Buffers = std::vector<std::vector<std::uint64_t>>;

    void note(const GridPosition& p, auto& collectors, Buffers& buffers) {
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
  };

  using Collectors = std::deque<std::unique_ptr<CodeCollector>>;  // by layer
  CodeCollector& collector(Collectors& collectors, int layer) {
    const auto number = static_cast<std::size_t>(layer);
    while (collectors.size() <= number) collectors.emplace_back();
    if (!collectors[number]) collectors[number] = std::make_unique<CodeCollector>(space_);
    return *collectors[number];
  }
  // Takes away layers at the end that nothing leads to.
  static void trim(Collectors& collectors) {
    while (!collectors.empty() && (!collectors.back() || collectors.back()->empty()))
      collectors.pop_back();
  }

  const Game& game_;
  std::span<const GridSymmetry> symmetries_;
  CodeSpace& space_;
  bool counts_finished_;
  int threads_;
  const std::atomic<bool>* stop_;
  Collectors waiting_, finished_;
};

}  // namespace zermelo
