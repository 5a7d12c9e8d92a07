// SPDX-License-Identifier: MIT
// A whole solve of a game of stones: forward through the layers to see which positions play can
// lead to, backward for how the game ends from each, and every layer's unforced positions into the
// table.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

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

// Which values those positions of a layer have that play can lead to.
struct StoneStatistics {
  std::map<Value, std::uint64_t> histogram;  // canonical positions
  std::vector<std::uint64_t> longest;        // codes of the longest wins, the first ones

  bool operator==(const StoneStatistics&) const = default;
};

inline StoneStatistics stone_statistics(const ReachedLayer& reached,
                                        const HugeArray<std::int8_t>& scores, int stones,
                                        int threads) {
  const std::uint64_t colourings = binomial_64(stones, black_stones(stones));
  std::array<int, 256> win_plies{};  // by score; 0 for those that are not wins
  for (std::size_t i = 0; i < 256; ++i) {
    const Value value = StoneScore::value(static_cast<std::int8_t>(i), stones);
    if (value.is_win()) win_plies[i] = value.plies();
  }
  std::array<std::uint64_t, 256> all{};
  std::mutex mutex;
  GreatestStates longest(2);  // a win in 1 is never worth noting
  parallel_tasks(reached.first_word.size(), threads, [&] {
    return [&](std::uint64_t shape) {
      if (reached.first_word[shape] == ReachedLayer::none) return;
      std::array<std::uint64_t, 256> counts{};
      const std::uint64_t* const words = reached.bits.data() + reached.first_word[shape];
      for (std::uint64_t w = 0; w * 64 < colourings; ++w) {
        for_each_square(words[w], [&](int bit) {
          const std::uint64_t code = shape * colourings + w * 64 + static_cast<unsigned>(bit);
          const auto score = static_cast<std::uint8_t>(scores[code]);
          ++counts[score];
          if (longest.wants(win_plies[score])) longest.add(win_plies[score], {0, code, 0});
        });
      }
      const std::lock_guard lock(mutex);
      for (std::size_t i = 0; i < 256; ++i) all[i] += counts[i];
    };
  });
  StoneStatistics result;
  for (std::size_t i = 0; i < 256; ++i) {
    if (all[i] > 0)
      result.histogram[StoneScore::value(static_cast<std::int8_t>(i), stones)] += all[i];
  }
  for (const PlacedState& state : longest.first()) result.longest.push_back(state.index);
  return result;
}

// Each object is for one use.
template <StoneGame Game, class Lane>
class StoneSolve final : public TableWork {
 public:
  // The game must outlive the solve. `what_fits` says what would fit if the game does not.
  StoneSolve(const Game& game, TableHeader header, std::string path, SolveOptions options,
             WhatFits what_fits = {})
      : game_(game),
        threads_(thread_count(options.threads)),
        layers_(game, threads_),
        reached_(static_cast<std::size_t>(game.cells()) + 1),
        what_fits_(std::move(what_fits)),
        driver_(*this, std::move(header), std::move(path), std::move(options)) {}

  // Throws as Driver::run.
  SolveReport run() { return driver_.run(); }

  // --- Memory -----------------------------------------------------------------------------------

  MemoryNeed memory(std::size_t) const override {
    return {.bytes = stone_memory(game_, StoneWork::solving)};
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
    ReachedLayer& layer = reached(stones) = layers_.advance();
    report.positions += layer.canonical;
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
    at_work_ = stones_of(step);
    driver.show(Phase::propagating);
    layers_.go_back();
    return StepEnd::done;
  }
  void write(Driver& driver, std::size_t step) override { write_layer(driver, stones_of(step)); }
  void end(Driver&, std::size_t step) override {
    reached(stones_of(step)) = {};
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
    if (forward) {
      state.arrays.emplace_back(layers_.reached().span());
    } else if (place.step > 0) {
      state.arrays.emplace_back(layers_.scores().span());
    }
    auto& counts = state.numbers["canonical"];
    for (int i = 0; i <= top; ++i) {
      state.arrays.emplace_back(std::as_const(reached(i).bits).span());
      counts.push_back(reached(i).canonical);
    }
    return state;
  }

  void restore(Driver&, const SavedRun& saved) override {
    const bool forward = saved.place().at == RunPlace::At::forward;
    const auto& counts = saved.list("canonical");
    const int top = static_cast<int>(counts.size()) - 1;
    std::size_t array = 0;
    if (forward) {
      HugeArray<std::uint8_t> last(layer_size(game_, top));
      saved.read(array++, last.span());
      layers_.restore_forward(top, std::move(last));
    } else if (saved.place().step > 0) {
      HugeArray<std::int8_t> scores(layer_size(game_, top + 1));
      saved.read(array++, scores.span());
      layers_.restore(top + 1, std::move(scores));
    }
    for (int i = 0; i <= top; ++i) {
      layers_.make_room(reached(i), i);
      reached(i).canonical = counts[static_cast<std::size_t>(i)];
      saved.read(array++, reached(i).bits.span());
    }
    found_ = at_work_ = top;
  }

  // --- Reporting --------------------------------------------------------------------------------
  // ----------------------------------------------------------------------------------

  // A layer counts only when it is finished.
  SolveProgress progress(Phase phase) const override {
    const bool forward = layers_.stones() < 0;
    SolveProgress p{.phase = phase, .group = game_.layer_name(forward ? found_ : at_work_)};
    p.total = positions_with(0, game_.cells());
    if (forward) {
      p.done = report.positions;
      p.share = p.fraction =
          static_cast<double>(positions_with(0, found_ - 1)) / static_cast<double>(p.total);
    } else {
      p.done = positions_with(at_work_ + 1, game_.cells());
    }
    return p;
  }

 private:
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
    ShapeTasks tasks;
    std::uint64_t tasks_of_one, count;
  };
  Segments segments_of(int stones) const {
    const ShapeTasks tasks(game_.shapes(stones), stones);
    const std::uint64_t each =
        std::max<std::uint64_t>(1, layer_size(game_, stones) / tasks.count());
    const std::uint64_t of_one = std::max<std::uint64_t>(1, segment_positions / each);
    return {tasks, of_one, (tasks.count() + of_one - 1) / of_one};
  }

  void write_layer(Driver& driver, int stones) {
    const Segments segments = segments_of(stones);
    std::vector<Segment> collected(segments.count);
    SliceRecord record{.name = game_.layer_name(stones)};
    record.positions = record.indices = reached(stones).canonical;
    parallel_tasks(segments.count, threads_, [&] {
      return [&, unforced = UnforcedPositions<Game, Lane>(game_)](std::uint64_t s) mutable {
        collected[s] = collect(stones, segments, s, unforced);
      };
    });
    StoneStatistics statistics =
        stone_statistics(reached(stones), layers_.scores(), stones, threads_);
    record.histogram = std::move(statistics.histogram);
    record.longest = std::move(statistics.longest);
    record.palette = palette_of(collected, stones);
    for (const Segment& s : collected) record.members += s.scores.size();
    report.members += record.members;
    for (const Value value : record.palette) report.levels = std::max(report.levels, value.plies());
    driver.writer().begin_slice(record);
    if (record.members > 0) write_values(driver, stones, record, collected);
    driver.writer().end_slice();
  }

  Segment collect(int stones, const Segments& segments, std::uint64_t number,
                  UnforcedPositions<Game, Lane>& unforced) {
    Segment segment;
    const std::uint64_t colourings = binomial_64(stones, black_stones(stones));
    const std::uint64_t begin = number * segments.tasks_of_one;
    const std::uint64_t end = std::min(segments.tasks.count(), begin + segments.tasks_of_one);
    for (std::uint64_t task = begin; task < end; ++task) {
      const auto part = segments.tasks[task];
      if (!unforced.enter(game_.shape(stones, part.shape))) continue;
      const std::uint64_t first = part.shape * colourings;
      unforced.for_each(part.high_begin, part.high_end, [&](std::uint64_t rank, unsigned hint) {
        if (segment.scores.size() % run_values == 0) segment.run_codes.push_back(first + rank);
        segment.scores.push_back(layers_.scores()[first + rank]);
        segment.hints.push_back(static_cast<std::uint8_t>(hint));
        return true;
      });
    }
    return segment;
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
  std::vector<ReachedLayer> reached_;        // by stones; empty when they are done
  int found_ = 0, at_work_ = 0;              // layers, on the way forward and back
  std::array<std::uint8_t, 256> symbols_{};  // of scores, in the layer being written
  WhatFits what_fits_;
  Driver driver_;
};

}  // namespace zermelo
