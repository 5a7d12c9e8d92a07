// SPDX-License-Identifier: MIT
// A whole solve of a game of stones: forward through the layers to see which positions play can
// lead to, backward for how the game ends from each, and every layer's quiet positions into the
// table.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "tablebase/block_codec.h"
#include "tablebase/parallel.h"
#include "tablebase/run_file.h"
#include "tablebase/solve_options.h"
#include "tablebase/stones/quiet_positions.h"
#include "tablebase/stones/stone_layers.h"
#include "tablebase/stones/stone_statistics.h"
#include "tablebase/stones/value_contexts.h"
#include "tablebase/table_job.h"

namespace zermelo {

// One use an object.
template <StoneGame Game, class Lane>
class StoneSolve {
 public:
  // The game must outlive the solve.
  StoneSolve(const Game& game, TableHeader header, std::string path, SolveOptions options)
      : game_(game),
        threads_(thread_count(options.threads)),
        layers_(game, threads_),
        job_(std::move(header), std::move(path), std::move(options)) {}

  // Throws Interrupted after a stop, OutOfMemory, FileError.
  SolveReport run() {
    check_memory();
    report_.was_complete = !job_.begin();
    if (report_.was_complete) return report_;
    int next = game_.cells();
    if (job_.saved_step() == nullptr) {
      go_forward();
      job_.open_writer();
    } else {
      job_.open_writer();
      next = restore();
    }
    for (int stones = next; stones >= 0; --stones) {
      job_.show(progress(Phase::propagating, stones));
      layers_.go_back();
      write_layer(stones);
      reached_[static_cast<std::size_t>(stones)] = {};
      done_ += layer_size(game_, stones);
      const auto now = [&] { return progress(Phase::propagating, stones); };
      if (stones > 0 && job_.should_pause(now)) save(stones - 1);
    }
    report_.table_bytes = job_.finish(TableWriter::Order::reversed);
    report_.seconds = job_.seconds();
    return report_;
  }

 private:
  using Phase = SolveProgress::Phase;
  static constexpr std::uint64_t fixed_memory = std::uint64_t{64}
                                                << 20;  // program, buffers, stacks

  // --- Memory and progress ----------------------------------------------------------------------

  // Two layers with a byte a position; a bit for every position of a canonical shape, about; what
  // is collected of one layer before it is written.
  void check_memory() {
    std::uint64_t most = 0, sum = 0;
    constexpr std::uint64_t too_many = std::uint64_t{1} << 50;
    std::uint64_t before = 0;
    for (int stones = 0; stones <= game_.cells(); ++stones) {
      const std::uint64_t shapes = game_.shapes(stones);
      const std::uint64_t colourings = binomial_64(stones, black_stones(stones));
      if (shapes > too_many / colourings || sum > too_many) {
        sum = most = too_many;
        break;
      }
      const std::uint64_t size = shapes * colourings;
      most = std::max(most, size + before + size / 4);
      before = size;
      sum += size;
    }
    const auto symmetries = static_cast<std::uint64_t>(std::size(game_.cell_symmetries()));
    report_.planned_memory = most + sum / 8 / symmetries + fixed_memory;
    total_ = sum;
    const std::uint64_t limit = job_.options().memory_limit;
    if (limit != 0 && report_.planned_memory > limit) {
      throw OutOfMemory(fmt::format("This solve needs {} MiB of memory; the limit is {} MiB.",
                                    (report_.planned_memory >> 20) + 1, limit >> 20));
    }
  }

  // Going forward takes about a third of the time.
  SolveProgress progress(Phase phase, int stones) const {
    SolveProgress p{.phase = phase, .group = game_.layer_name(stones)};
    p.done = done_;
    p.total = total_;
    const double part = static_cast<double>(done_) / static_cast<double>(total_);
    p.fraction = phase == Phase::enumerating ? part / 3 : (1 + 2 * part) / 3;
    return p;
  }

  // --- Forward ----------------------------------------------------------------------------------

  void go_forward() {
    for (int stones = 0; stones <= game_.cells(); ++stones) {
      job_.show(progress(Phase::enumerating, stones));
      reached_.push_back(layers_.advance());
      report_.positions += reached_.back().canonical;
      done_ += layer_size(game_, stones);
      if (job_.stopped())
        throw Interrupted("Stopped before anything was computed that could be saved.");
    }
    layers_.end_forward();
    done_ = 0;
  }

  // --- Writing ----------------------------------------------------------------------------------

  // What is stored of a stretch of a layer: the values of its quiet positions, and what is known of
  // each; and where the runs begin.
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

  void write_layer(int stones) {
    const Segments segments = segments_of(stones);
    std::vector<Segment> collected(segments.count);
    SliceRecord record{.name = game_.layer_name(stones)};
    record.positions = record.indices = reached_[static_cast<std::size_t>(stones)].canonical;
    parallel_tasks(segments.count, threads_, [&] {
      return [&, quiet = QuietPositions<Game, Lane>(game_)](std::uint64_t s) mutable {
        collected[s] = collect(stones, segments, s, quiet);
      };
    });
    StoneStatistics statistics = stone_statistics(reached_[static_cast<std::size_t>(stones)],
                                                  layers_.scores(), stones, threads_);
    record.histogram = std::move(statistics.histogram);
    record.longest = std::move(statistics.longest);
    record.palette = palette_of(collected, stones);
    for (const Segment& s : collected) record.members += s.scores.size();
    report_.members += record.members;
    for (const Value value : record.palette)
      report_.levels = std::max(report_.levels, value.plies());
    job_.writer().begin_slice(record);
    if (record.members > 0) write_values(stones, record, collected);
    job_.writer().end_slice();
  }

  Segment collect(int stones, const Segments& segments, std::uint64_t number,
                  QuietPositions<Game, Lane>& quiet) {
    Segment segment;
    const std::uint64_t colourings = binomial_64(stones, black_stones(stones));
    const std::uint64_t begin = number * segments.tasks_of_one;
    const std::uint64_t end = std::min(segments.tasks.count(), begin + segments.tasks_of_one);
    for (std::uint64_t task = begin; task < end; ++task) {
      const auto part = segments.tasks[task];
      if (!quiet.enter(game_.shape(stones, part.shape))) continue;
      const std::uint64_t first = part.shape * colourings;
      quiet.for_each(part.high_begin, part.high_end, [&](std::uint64_t rank, unsigned hint) {
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

  void write_values(int stones, const SliceRecord& record, const std::vector<Segment>& segments) {
    const auto slice = static_cast<std::size_t>(stones);
    const SymbolModel model = model_of(segments, record.palette.size());
    const ValueContexts contexts(record.palette.size());
    RunWriter writer(job_.writer(), slice, model);
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

  // --- Checkpoints ------------------------------------------------------------------------------

  // The scores of layer next + 1, and what was reached of the layers that are still to do.
  void save(int next) {
    job_.show(progress(Phase::saving, next));
    std::vector<Bytes> arrays = {std::as_bytes(layers_.scores().span())};
    for (int i = 0; i <= next; ++i)
      arrays.push_back(
          std::as_bytes(std::as_const(reached_[static_cast<std::size_t>(i)].bits).span()));
    std::vector<std::uint64_t> counts;
    for (const ReachedLayer& layer : reached_) counts.push_back(layer.canonical);
    job_.save_between(static_cast<std::size_t>(next),
                      {{"canonical", counts},
                       {"done", done_},
                       {"levels", report_.levels},
                       {"members", report_.members},
                       {"positions", report_.positions}},
                      arrays);
  }

  // Returns the layer to go on with.
  int restore() {
    const nlohmann::json saved = *job_.saved_step();
    const int next = static_cast<int>(job_.first_step());
    saved.at("done").get_to(done_);
    saved.at("levels").get_to(report_.levels);
    saved.at("members").get_to(report_.members);
    saved.at("positions").get_to(report_.positions);
    const auto counts = saved.at("canonical").get<std::vector<std::uint64_t>>();
    HugeArray<std::int8_t> scores(layer_size(game_, next + 1));
    std::vector<std::span<std::byte>> arrays = {std::as_writable_bytes(scores.span())};
    for (int i = 0; i <= game_.cells(); ++i) {
      ReachedLayer& layer = reached_.emplace_back();
      layer.canonical = counts.at(static_cast<std::size_t>(i));
      if (i > next) continue;
      layers_.make_room(layer, i);
      arrays.push_back(std::as_writable_bytes(layer.bits.span()));
    }
    job_.read_saved(arrays);
    layers_.restore(next + 1, std::move(scores));
    return next;
  }

  const Game& game_;
  int threads_;
  StoneLayers<Game, Lane> layers_;
  TableJob job_;
  SolveReport report_;
  std::vector<ReachedLayer> reached_;
  std::array<std::uint8_t, 256> symbols_{};  // of scores, in the layer being written
  std::uint64_t done_ = 0, total_ = 0;       // positions of layers
};

}  // namespace zermelo
