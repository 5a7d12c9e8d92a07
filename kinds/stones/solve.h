// SPDX-License-Identifier: MIT
// A whole solve of a game of stones: forward through the layers to see which positions play can
// lead to, backward for how the game ends from each, and every layer's unforced positions into the
// table.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "gen/value.h"
#include "kinds/stones/stone_layers.h"
#include "kinds/stones/stone_memory.h"
#include "kinds/stones/stone_table.h"
#include "tablebase/format/block_codec.h"
#include "tablebase/format/run_file.h"
#include "tablebase/greatest_states.h"
#include "tablebase/job/driver.h"
#include "tablebase/job/solve_options.h"

namespace zermelo {

// Each object is for one use.
template <StoneGame Game, class Lane>
class StoneSolve final : public TableWork {
 public:
  // The game must outlive the solve. `what_fits` says what would fit if the game does not;
  // `packing` is for tests.
  StoneSolve(const Game& game, TableHeader header, std::string path, SolveOptions options,
             WhatFits what_fits = {}, std::optional<StonePacking> packing = {})
      : game_(game),
        threads_(thread_count(options.threads)),
        layers_(game, threads_),
        reached_(static_cast<std::size_t>(game.cells()) + 1),
        what_fits_(std::move(what_fits)),
        driver_(*this, std::move(header), std::move(path), std::move(options)) {
    layers_.set_packing(packing ? *packing : stone_packing(game_, driver_.limit().bytes()));
  }

  // Throws as Driver::run.
  SolveReport run() { return driver_.run(); }

  // --- Memory -----------------------------------------------------------------------------------

  MemoryNeed memory(std::size_t) const override {
    return {.bytes = stone_memory(game_, StoneWork::solving, layers_.packing())};
  }
  std::string what_fits(std::uint64_t bytes) const override {
    return what_fits_ ? what_fits_(bytes) : "";
  }
  SolveEstimate estimate(int) override { return {.index = positions_with(0, game_.cells())}; }

  // --- Forward ----------------------------------------------------------------------------------

  // One layer per call.
  bool forward(Driver& driver) override {
    const int stones = layers_.reached_stones() + 1;
    found_ = stones;
    driver.show(Phase::enumerating);
    auto layer = layers_.advance([&](double done) { return goes_on(driver, true, done); });
    if (!layer) return false;
    report.positions += layer->canonical;
    reached(stones) = std::move(*layer);
    layer_done_ = 0;
    if (stones < game_.cells()) return false;
    layers_.end_forward();
    return true;
  }
  // About a third of the time.
  double forward_share() const override { return 1.0 / 3; }

  // --- Steps: the layers, from the full board down ----------------------------------------------

  std::size_t steps() const override { return reached_.size(); }
  double weight(std::size_t step) const override {
    return static_cast<double>(layer_size(game_, stones_of(step)));
  }
  StepEnd step(Driver& driver, std::size_t step) override {
    const int stones = at_work_ = stones_of(step);
    driver.show(Phase::propagating);
    segments_ = segments_of(stones);
    collected_ = std::vector<Segment>(segments_.count);
    statistics_.emplace(stones);
    const bool done = layers_.go_back(
        segments_.tasks_of_one, [&](double share) { return goes_on(driver, false, share); },
        [&] { return Visitor(*this, stones); });
    layer_done_ = 0;
    return done ? StepEnd::done : StepEnd::dropped;
  }
  void write(Driver& driver, std::size_t step) override { write_layer(driver, stones_of(step)); }
  void end(Driver&, std::size_t step) override {
    reached(stones_of(step)) = {};
    collected_ = {};
    at_work_ = stones_of(step + 1);
  }
  TableWriter::Order order() const override { return TableWriter::Order::reversed; }

  // --- State ------------------------------------------------------------------------------------

  // On the way forward: what is reached of the last layer found, and of all layers found. Before a
  // step: the scores of the layer above, and what was reached of the layers that are still to be
  // done.
  RunState save(const RunPlace& place) override {
    const bool forward = place.at == RunPlace::At::forward;
    const int top = forward ? layers_.reached_stones() : stones_of(place.step);
    RunState state;
    state.numbers["most_unpacked"] = {layers_.packing().most_unpacked};
    auto& chunks = state.numbers["chunks"];
    const auto save_packed = [&](const PackedLayer& layer) {
      chunks.push_back(layer.chunks());
      layer.for_each_array([&](Bytes bytes) { state.arrays.emplace_back(bytes); });
    };
    const auto save_layer = [&](const auto& layer) {
      if (layer.is_packed) return save_packed(layer.packed);
      state.arrays.emplace_back(layer.bytes.span());
    };
    if (forward) {
      save_layer(layers_.reached());
    } else if (place.step > 0) {
      save_layer(layers_.scores());
    }
    auto& counts = state.numbers["canonical"];
    for (int i = 0; i <= top; ++i) {
      counts.push_back(reached(i).canonical);
      if (layers_.packs(i)) {
        save_packed(reached(i).packed);
      } else {
        state.arrays.emplace_back(std::as_const(reached(i).bits).span());
      }
    }
    return state;
  }

  void restore(Driver&, const SavedRun& saved) override {
    const bool forward = saved.place().at == RunPlace::At::forward;
    StonePacking packing = layers_.packing();
    packing.most_unpacked = saved.number("most_unpacked");
    layers_.set_packing(packing);
    const auto& counts = saved.list("canonical");
    const int top = static_cast<int>(counts.size()) - 1;
    std::size_t array = 0, packed = 0;
    const auto restore_packed = [&](PackedLayer& layer) {
      const auto& chunks = saved.list("chunks");
      if (packed >= chunks.size()) throw DamagedTable("a checkpoint lacks layers");
      layer.restore(
          chunks[packed++], [&] { return saved.size(array); },
          [&](std::span<std::byte> bytes) { saved.read(array++, bytes); });
    };
    const auto restore_layer = [&](auto layer) {
      if (layer.is_packed) {
        restore_packed(layer.packed);
      } else {
        saved.read(array++, layer.bytes.span());
      }
      return layer;
    };
    if (forward) {
      layers_.restore_forward(top, restore_layer(layers_.template new_layer<std::uint8_t>(top)));
    } else if (saved.place().step > 0) {
      layers_.restore(top + 1, restore_layer(layers_.template new_layer<std::int8_t>(top + 1)));
    }
    for (int i = 0; i <= top; ++i) {
      layers_.make_room(reached(i), i);
      reached(i).canonical = counts[static_cast<std::size_t>(i)];
      if (layers_.packs(i)) {
        restore_packed(reached(i).packed);
      } else {
        saved.read(array++, reached(i).bits.span());
      }
    }
    found_ = at_work_ = top;
  }

  // --- Reporting --------------------------------------------------------------------------------

  // A layer that is not packed counts only when it is finished.
  SolveProgress progress(Phase phase) const override {
    const bool forward = layers_.stones() < 0;
    SolveProgress p{.phase = phase, .group = game_.layer_name(forward ? found_ : at_work_)};
    p.total = positions_with(0, game_.cells());
    if (forward) {
      p.done = report.positions;
      p.share = p.fraction =
          (static_cast<double>(positions_with(0, found_ - 1)) + part_of(found_)) /
          static_cast<double>(p.total);
    } else {
      p.fraction = layer_done_;
      p.done = positions_with(at_work_ + 1, game_.cells()) +
               static_cast<std::uint64_t>(part_of(at_work_));
    }
    return p;
  }

 private:
  // Asked between two shapes of a layer that is packed.
  bool goes_on(Driver& driver, bool forward, double done) {
    layer_done_ = done;
    driver.should_pause(forward ? Phase::enumerating : Phase::propagating);
    return !driver.stopped();
  }
  double part_of(int stones) const {
    return layer_done_ * static_cast<double>(layer_size(game_, stones));
  }
  // How many positions the index has with so many stones, including both bounds.
  std::uint64_t positions_with(int fewest, int most) const {
    std::uint64_t positions = 0;
    for (int stones = fewest; stones <= most; ++stones) positions += layer_size(game_, stones);
    return positions;
  }
  int stones_of(std::size_t step) const { return game_.cells() - static_cast<int>(step); }
  ReachedLayer& reached(int stones) { return reached_[static_cast<std::size_t>(stones)]; }

  // --- Writing ----------------------------------------------------------------------------------

  // What is stored for a stretch of a layer: the values of its unforced positions, and what is
  // known about each; and where the runs begin.
  struct Segment {
    std::vector<std::int8_t> scores;
    std::vector<std::uint8_t> hints;
    std::vector<std::uint64_t> run_codes;
  };
  static constexpr std::uint64_t segment_positions = 1 << 19;  // about
  static_assert(Game::hints <= 256);

  struct Segments {
    std::uint64_t tasks_of_one = 1, count = 0;
  };
  // (If a segment has several tasks, each of them is a whole shape.)
  Segments segments_of(int stones) const {
    const ShapeTasks tasks(game_.shapes(stones), stones);
    const std::uint64_t each =
        std::max<std::uint64_t>(1, layer_size(game_, stones) / tasks.count());
    const std::uint64_t of_one = std::max<std::uint64_t>(1, segment_positions / each);
    return {of_one, (tasks.count() + of_one - 1) / of_one};
  }

  // Which values those positions of a layer have that play can lead to. Threads add to it.
  struct Statistics {
    explicit Statistics(int stones) {
      for (std::size_t i = 0; i < 256; ++i) {
        const Value value = StoneScore::value(static_cast<std::int8_t>(i), stones);
        if (value.is_win()) win_plies[i] = value.plies();
      }
    }
    std::array<int, 256> win_plies{};  // by score; 0 for those that are not wins
    std::mutex mutex;
    std::array<std::uint64_t, 256> counts{};  // of canonical positions, by score
    GreatestStates longest{2};                // wins; one in 1 is never worth noting
  };

  // Sees each part of a layer when its scores are known.
  class Visitor {
   public:
    Visitor(StoneSolve& solve, int stones) : s_(solve), stones_(stones), unforced_(solve.game_) {}
    Visitor(Visitor&&) = delete;
    ~Visitor() {
      Statistics& all = *s_.statistics_;
      const std::lock_guard lock(all.mutex);
      for (std::size_t i = 0; i < 256; ++i) all.counts[i] += counts_[i];
    }

    void operator()(std::uint64_t task, const ShapeTasks::Part& part,
                    const RowPlaces<std::int8_t>& scores, RowWork<Lane>& work) {
      const std::uint64_t first = part.shape * binomial_64(stones_, black_stones(stones_));
      Statistics& all = *s_.statistics_;
      s_.layers_.for_each_reached(
          s_.reached(stones_), stones_, part, work, [&](const ShapeRow& row, std::uint32_t i) {
            const auto score = static_cast<std::uint8_t>(scores.row(row, work.low())[i]);
            ++counts_[score];
            const int plies = all.win_plies[score];
            if (all.longest.wants(plies)) all.longest.add(plies, {0, first + row.rank + i, 0});
          });
      if (unforced_.enter(work.rows.shape()))
        collect(s_.collected_[task / s_.segments_.tasks_of_one], first, part, scores, work);
    }

   private:
    void collect(Segment& segment, std::uint64_t first, const ShapeTasks::Part& part,
                 const RowPlaces<std::int8_t>& scores, RowWork<Lane>& work) {
      unforced_.for_each(
          part.high_begin, part.high_end,
          [&](const ShapeRow& row, std::uint32_t i, unsigned hint) {
            if (segment.scores.size() % run_values == 0)
              segment.run_codes.push_back(first + row.rank + i);
            segment.scores.push_back(scores.row(row, work.low())[i]);
            segment.hints.push_back(static_cast<std::uint8_t>(hint));
            return true;
          },
          [&](std::uint64_t high) { return work.lines.next_live(high); });
    }

    StoneSolve& s_;
    int stones_;
    UnforcedPositions<Game, Lane> unforced_;
    std::array<std::uint64_t, 256> counts_{};
  };

  void write_layer(Driver& driver, int stones) {
    SliceRecord record{.name = game_.layer_name(stones)};
    record.positions = record.indices = reached(stones).canonical;
    for (std::size_t i = 0; i < 256; ++i) {
      if (const std::uint64_t count = statistics_->counts[i]; count > 0)
        record.histogram[StoneScore::value(static_cast<std::int8_t>(i), stones)] += count;
    }
    for (const PlacedState& state : statistics_->longest.first())
      record.longest.push_back(state.index);
    record.palette = palette_of(collected_, stones);
    for (const Segment& s : collected_) record.members += s.scores.size();
    report.members += record.members;
    for (const Value value : record.palette) report.levels = std::max(report.levels, value.plies());
    driver.writer().begin_slice(record);
    if (record.members > 0) write_values(driver, stones, record, collected_);
    driver.writer().end_slice();
  }

  std::vector<Value> palette_of(const std::vector<Segment>& segments, int stones) {
    std::bitset<256> occurring;
    for (const Segment& s : segments) {
      for (const std::int8_t score : s.scores) occurring.set(static_cast<std::uint8_t>(score));
    }
    std::vector<Value> palette;
    for (std::size_t i = 0; i < 256; ++i) {
      if (occurring[i]) palette.push_back(StoneScore::value(static_cast<std::int8_t>(i), stones));
    }
    std::ranges::sort(palette, {}, [](Value value) { return value.raw(); });
    symbols_.fill(0);
    for (std::size_t i = 0; i < 256; ++i) {
      if (!occurring[i]) continue;
      const Value value = StoneScore::value(static_cast<std::int8_t>(i), stones);
      symbols_[i] = static_cast<std::uint8_t>(std::ranges::find(palette, value) - palette.begin());
    }
    return palette;
  }
  std::size_t symbol(std::int8_t score) const { return symbols_[static_cast<std::uint8_t>(score)]; }

  // Calls step(context, symbol) for all values of a run of a segment.
  template <class Step>
  void for_each_step(const Segment& s, std::size_t run, const ValueContexts& contexts,
                     Step&& step) const {
    std::size_t before = contexts.none();
    const std::size_t end = std::min(s.scores.size(), (run + 1) * run_values);
    for (std::size_t i = run * run_values; i < end; ++i) {
      const std::size_t now = symbol(s.scores[i]);
      step(contexts.context(s.hints[i], before), now);
      before = now;
    }
  }

  SymbolModel model_of(const std::vector<Segment>& segments, std::size_t symbols) const {
    const ValueContexts contexts(symbols);
    SymbolCounts all(Game::hints, contexts.group(), symbols);
    std::mutex mutex;
    parallel_tasks(segments.size(), threads_, [&] {
      return [&](std::uint64_t number) {
        SymbolCounts counts(Game::hints, contexts.group(), symbols);
        const Segment& s = segments[number];
        for (std::size_t run = 0; run < s.run_codes.size(); ++run) {
          for_each_step(s, run, contexts,
                        [&](auto context, auto now) { counts.add(context, now); });
        }
        const std::lock_guard lock(mutex);
        all += counts;
      };
    });
    return SymbolModel(all);
  }

  void write_values(Driver& driver, int stones, const SliceRecord& record,
                    const std::vector<Segment>& segments) {
    const auto slice = static_cast<std::size_t>(stones);
    const SymbolModel model = model_of(segments, record.palette.size());
    const ValueContexts contexts(record.palette.size());
    RunWriter writer(driver.writer(), slice, model);
    parallel_in_order(
        segments.size(), threads_,
        [&] {
          return [&](std::uint64_t number) {
            std::vector<std::vector<std::byte>> runs;
            std::vector<SymbolModel::Step> steps;
            const Segment& s = segments[number];
            for (std::size_t run = 0; run < s.run_codes.size(); ++run) {
              steps.clear();
              for_each_step(s, run, contexts, [&](std::uint32_t context, std::size_t now) {
                steps.push_back({context, static_cast<std::uint32_t>(now)});
              });
              model.pack(steps, runs.emplace_back());
            }
            return std::pair(number, std::move(runs));
          };
        },
        [&](const auto& packed) {
          const auto& [number, runs] = packed;
          for (std::size_t run = 0; run < runs.size(); ++run)
            writer.add(segments[number].run_codes[run], runs[run]);
        });
    writer.finish();
  }

  const Game& game_;
  int threads_;
  StoneLayers<Game, Lane> layers_;
  std::vector<ReachedLayer> reached_;  // by stones; empty when they are done
  int found_ = 0, at_work_ = 0;        // layers, on the way forward and back
  double layer_done_ = 0;              // the share of that layer, if it is packed
  Segments segments_;
  std::vector<Segment> collected_;  // of the layer at work
  std::optional<Statistics> statistics_;
  std::array<std::uint8_t, 256> symbols_{};  // of scores, in the layer being written
  WhatFits what_fits_;
  Driver driver_;
};

}  // namespace zermelo
