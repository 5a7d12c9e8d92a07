// SPDX-License-Identifier: MIT
// A whole solve of a grid game: explore it from the start, find the values layer by layer from the
// last one down, write the table.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bitset>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "tablebase/code_run.h"
#include "tablebase/grid_explore.h"
#include "tablebase/grid_levels.h"
#include "tablebase/grid_values.h"
#include "tablebase/parallel.h"
#include "tablebase/run_file.h"
#include "tablebase/solve_options.h"
#include "tablebase/table_job.h"

namespace zermelo {

// One use an object. Values of all positions that play can lead to and that are not over; those won
// at once are left out of the table, for the rules tell them.
template <class Game, class Metric>
class GridSolve {
 public:
  GridSolve(const Game& game, TableHeader header, std::string path, SolveOptions options)
      : game_(game),
        folder_(std::filesystem::path(path).parent_path()),
        job_(std::move(header), std::move(path), std::move(options)) {}

  // Throws Interrupted after a stop, OutOfMemory, FileError, UsageError for a game that is over at
  // its start.
  SolveReport run() {
    report_.was_complete = !job_.begin();
    if (report_.was_complete) return report_;
    if (job_.saved_step() == nullptr) explore();
    job_.open_writer();
    if (job_.saved_step() != nullptr) read_checkpoint();
    // No value is longer than there are layers if each move goes up.
    if (game_.is_layered() && layers() <= 127) {
      solve_all<std::int8_t>();
    } else {
      solve_all<std::int16_t>();
    }
    report_.table_bytes = job_.finish(TableWriter::Order::reversed);
    report_.seconds = job_.seconds();
    return report_;
  }

 private:
  using Phase = SolveProgress::Phase;
  static constexpr std::uint64_t fixed_memory = std::uint64_t{64}
                                                << 20;  // program, buffers, stacks

  int threads() const { return thread_count(job_.options().threads); }
  int layers() const { return static_cast<int>(layers_.size()); }
  const SparseSet& set(int layer) const {
    return layers_[static_cast<std::size_t>(layer)].positions;
  }

  // --- Exploring --------------------------------------------------------------------------------

  void explore() {
    const std::uint64_t limit = job_.options().memory_limit;
    if (limit != 0 && limit <= 2 * fixed_memory) {
      throw OutOfMemory(
          fmt::format("A solve needs at least {} MiB of memory.", (2 * fixed_memory >> 20) + 1));
    }
    // Half of it for what is not sorted yet; the sets grow meanwhile.
    CodeSpace space(limit == 0 ? 0 : (limit - fixed_memory) / 2, folder_);
    Explorer<Game> explorer(game_, game_.symmetries(), space, Explorer<Game>::Finished::ignored,
                            threads(), job_.options().stop);
    layers_ = explorer.run([&](const auto& explored) {
      job_.show({.phase = Phase::enumerating,
                 .group = game_.layer_name(explored.layer),
                 .done = explored.positions,
                 .total = 0});
      const std::uint64_t sets = explored.bytes + fixed_memory;
      note_memory(sets + space.take_most());
      refuse_beyond_limit(sets);
      if (limit != 0) space.limit_to(std::min((limit - fixed_memory) / 2, limit - sets));
      return job_.stopped();
    });
    if (job_.stopped())
      throw Interrupted("Stopped before anything was computed that could be saved.");
    while (!layers_.empty() && layers_.back().positions.size() == 0) layers_.pop_back();
    for (const ExploredLayer& layer : layers_) report_.positions += layer.positions.size();
    plan_values();
  }

  // Sets of all layers, and values of those that moves of one layer lead to; in bytes.
  std::uint64_t memory_of_values() const {
    std::uint64_t sets = 0;
    for (const ExploredLayer& layer : layers_) sets += layer.positions.bytes();
    std::uint64_t most = 0;
    const std::uint64_t width = game_.is_layered() && layers() <= 127 ? 1 : 2;
    for (int layer = 0; layer < layers(); ++layer) {
      std::uint64_t values = 0;
      for (int i = layer; i < std::min(layers(), layer + game_.longest_step() + 1); ++i)
        values += set(i).size() * width;
      if (!game_.is_layered()) values += set(layer).size() * 6;  // the state of a position
      most = std::max(most, values);
    }
    return sets + most + fixed_memory;
  }

  void plan_values() {
    note_memory(memory_of_values());
    refuse_beyond_limit(memory_of_values());
  }
  void note_memory(std::uint64_t bytes) {
    report_.planned_memory = std::max(report_.planned_memory, bytes);
  }
  void refuse_beyond_limit(std::uint64_t bytes) const {
    const std::uint64_t limit = job_.options().memory_limit;
    if (limit != 0 && bytes >= limit) {
      throw OutOfMemory(
          fmt::format("This solve needs at least {} MiB of memory; the limit is {} MiB.",
                      (bytes >> 20) + 1, limit >> 20));
    }
  }

  // --- Values -----------------------------------------------------------------------------------

  template <class Storage>
  void solve_all() {
    LayerValues<Game, Storage> values(game_, layers_);
    restore_values(values);
    for (int layer = next_.value_or(layers() - 1); layer >= 0; --layer) {
      values.make(layer);
      job_.show(progress(Phase::propagating, layer));
      if (!solve_layer(layer, values)) save(layer, values);  // (throws)
      write_layer(layer, values);
      solved_ += set(layer).size();
      if (layer + game_.longest_step() < layers()) values.forget(layer + game_.longest_step());
      const auto progress = [&] { return this->progress(Phase::propagating, layer); };
      if (layer > 0 && job_.should_pause(progress)) save(layer - 1, values);
    }
  }

  // Whether it came to the end; it does not if the caller asks to stop.
  template <class Values>
  bool solve_layer(int layer, Values& values) {
    std::atomic<std::uint64_t> done = 0;
    const auto tick = [&](std::uint64_t positions) {
      done += positions;
      job_.should_pause([&] { return progress(Phase::propagating, layer, done); });
      return job_.stopped();
    };
    if constexpr (GameWithUnmoves<Game>) {
      if (!game_.is_layered()) return LevelSolver(game_, layer, values, threads(), tick).run();
    }
    constexpr std::uint64_t chunk = 4096;
    const SparseSet& s = set(layer);
    parallel_tasks((s.size() + chunk - 1) / chunk, threads(), [&] {
      return [&](std::uint64_t task) {
        const std::uint64_t end = std::min(s.size(), (task + 1) * chunk);
        if (job_.stopped()) return;
        s.for_each(task * chunk, end, [&](std::uint64_t number, std::uint64_t code) {
          values.set(layer, number, value_by_moves(values, game_.codes().decode(code)));
        });
        tick(end - task * chunk);
      };
    });
    return !job_.stopped();
  }

  template <class Values>
  Value value_by_moves(const Values& values, const GridPosition& p) const {
    BestValue<Metric> best;
    game_.for_each_successor(p, [&](const GridPosition& next, Ending ending) {
      if (best.any() && needs_no_value(best.value())) return;
      best.take(ending == Ending::none ? Metric::before_move(values.value_of(next))
                                       : Metric::of_end(game_, next, ending));
    });
    return best.value();
  }

  // `more`: positions of the layer that are done.
  SolveProgress progress(Phase phase, int layer, std::uint64_t more = 0) const {
    SolveProgress p{.phase = phase, .group = game_.layer_name(layer)};
    p.done = solved_ + more;
    p.total = std::max<std::uint64_t>(1, total_positions());
    // Exploring took about as long as what comes after it.
    p.fraction = 0.5 + 0.5 * static_cast<double>(p.done) / static_cast<double>(p.total);
    return p;
  }
  std::uint64_t total_positions() const {
    std::uint64_t sum = 0;
    for (const ExploredLayer& layer : layers_) sum += layer.positions.size();
    return sum;
  }

  // --- Checkpoints ------------------------------------------------------------------------------

  // All sets, and the values of layers from `next` + 1 on that are still needed.
  template <class Values>
  void save(int next, Values& values) {
    job_.show(progress(Phase::saving, next));
    std::vector<std::vector<std::byte>> sets;
    for (const ExploredLayer& layer : layers_) sets.push_back(layer.positions.to_bytes());
    std::vector<Bytes> arrays(sets.begin(), sets.end());
    for (int layer = next + 1; layer < needed_until(next); ++layer)
      arrays.emplace_back(values.bytes(layer));
    std::vector<std::uint64_t> sizes;
    for (const Bytes array : arrays) sizes.push_back(array.size());
    job_.save_between(static_cast<std::size_t>(next),
                      {{"layers", layers_.size()},
                       {"sizes", sizes},
                       {"solved", solved_},
                       {"levels", report_.levels},
                       {"written", report_.members}},
                      arrays);
  }
  int needed_until(int layer) const { return std::min(layers(), layer + game_.longest_step() + 1); }

  // The layers of a checkpoint, and, in saved_values_, the values.
  void read_checkpoint() {
    const nlohmann::json saved = *job_.saved_step();
    next_ = static_cast<int>(job_.first_step());
    saved.at("solved").get_to(solved_);
    saved.at("levels").get_to(report_.levels);
    saved.at("written").get_to(report_.members);
    std::vector<std::vector<std::byte>> arrays;
    for (const auto& size : saved.at("sizes")) arrays.emplace_back(size.get<std::size_t>());
    job_.read_saved({arrays.begin(), arrays.end()});
    const std::size_t sets = saved.at("layers").get<std::size_t>();
    for (std::size_t i = 0; i < sets; ++i) {
      layers_.push_back({SparseSet::from_bytes(arrays.at(i)), {}});
      report_.positions += layers_.back().positions.size();
    }
    arrays.erase(arrays.begin(), arrays.begin() + static_cast<std::ptrdiff_t>(sets));
    saved_values_ = std::move(arrays);
    plan_values();
  }

  template <class Values>
  void restore_values(Values& values) {
    if (!next_) return;
    int layer = *next_ + 1;
    for (const auto& saved : saved_values_) {
      values.make(layer);
      std::ranges::copy(saved, values.bytes(layer++).begin());
    }
    saved_values_.clear();
  }

  // --- Writing ----------------------------------------------------------------------------------

  template <class Values>
  void write_layer(int layer, const Values& values) {
    const SparseSet& s = set(layer);
    SliceRecord record{.name = game_.layer_name(layer), .indices = s.size(), .positions = s.size()};
    std::tie(record.members, record.palette) = find_palette(layer, values);
    report_.members += record.members;
    for (const Value value : record.palette)
      report_.levels = std::max(report_.levels, value.plies());
    std::vector<PaletteCode> code_of(65536);
    for (std::size_t k = 0; k < record.palette.size(); ++k)
      code_of[static_cast<std::uint16_t>(record.palette[k].raw())] = static_cast<PaletteCode>(k);

    const std::uint64_t stretches = (s.size() + stretch_positions - 1) / stretch_positions;
    // The members among some of the positions. They become runs of their own.
    const auto collect = [&](std::uint64_t stretch, CodeMembers& members) {
      members.clear();
      const std::uint64_t begin = stretch * stretch_positions;
      s.for_each(begin, std::min(s.size(), begin + stretch_positions),
                 [&](std::uint64_t i, std::uint64_t code) {
                   const Value value = values.get(layer, i);
                   if (needs_no_value(value)) return;
                   members.codes.push_back(code);
                   members.values.push_back(code_of[static_cast<std::uint16_t>(value.raw())]);
                 });
    };
    const CodeContexts contexts(record.palette.size());
    const SymbolCounts counts = count_members(stretches, contexts, collect);
    const SymbolModel model(counts);
    record.code_bytes = code_bytes(counts, model);
    job_.writer().begin_slice(record);
    if (record.members > 0)
      write_runs(static_cast<std::size_t>(layer), stretches, contexts, model, collect);
    job_.writer().end_slice();
  }

  static constexpr std::uint64_t stretch_positions = 1 << 16;

  // Calls take(stretch) for the runs of the members.
  template <class Take>
  static void for_each_run(const CodeMembers& members, Take&& take) {
    for (std::size_t begin = 0; begin < members.codes.size(); begin += code_run_members)
      take(CodeStretch{&members, begin, std::min(members.codes.size(), begin + code_run_members)});
  }

  template <class Collect>
  SymbolCounts count_members(std::uint64_t stretches, const CodeContexts& contexts,
                             const Collect& collect) const {
    SymbolCounts all(contexts.groups(), CodeContexts::group(), contexts.symbols());
    std::mutex mutex;
    parallel_tasks(stretches, threads(), [&] {
      return [&, members = CodeMembers()](std::uint64_t stretch) mutable {
        SymbolCounts counts(contexts.groups(), CodeContexts::group(), contexts.symbols());
        collect(stretch, members);
        for_each_run(members,
                     [&](const CodeStretch& run) { count_code_run(run, contexts, counts); });
        const std::lock_guard lock(mutex);
        all += counts;
      };
    });
    return all;
  }

  // About what the codes take: the gaps' numbers of bits, packed, and their bits.
  static std::uint64_t code_bytes(const SymbolCounts& counts, const SymbolModel& model) {
    const std::size_t end = CodeContexts::gap_widths * CodeContexts::group();
    double bits = model.bits(counts, 0, end);
    for (std::size_t c = 0; c < end; ++c) {
      for (std::size_t width = 0; width < CodeContexts::gap_widths; ++width)
        bits += static_cast<double>(counts.of(c)[width] * width);
    }
    return static_cast<std::uint64_t>(bits / 8);
  }

  template <class Collect>
  void write_runs(std::size_t slice, std::uint64_t stretches, const CodeContexts& contexts,
                  const SymbolModel& model, const Collect& collect) {
    struct Run {
      std::uint64_t first;
      std::vector<std::byte> bytes;
    };
    RunWriter writer(job_.writer(), slice, model);
    parallel_in_order(
        stretches, threads(),
        [&] {
          return [&, members = CodeMembers()](std::uint64_t stretch) mutable {
            std::vector<Run> runs;
            collect(stretch, members);
            for_each_run(members, [&](const CodeStretch& run) {
              runs.push_back({members.codes[run.begin], pack_code_run(run, contexts, model)});
            });
            return runs;
          };
        },
        [&](const std::vector<Run>& runs) {
          for (const Run& run : runs) writer.add(run.first, run.bytes);
        });
    writer.finish();
  }

  // Whether the rules tell it.
  static bool needs_no_value(Value value) {
    return Metric::knows_wins_at_once && value == Value::win(1);
  }

  // How many values are stored, and which ones occur.
  template <class Values>
  std::pair<std::uint64_t, std::vector<Value>> find_palette(int layer, const Values& values) const {
    std::uint64_t members = 0;
    std::bitset<65536> kinds;
    for (std::uint64_t i = 0; i < set(layer).size(); ++i) {
      const Value value = values.get(layer, i);
      if (needs_no_value(value)) continue;
      ++members;
      kinds.set(static_cast<std::size_t>(value.raw() + 32768));
    }
    std::vector<Value> palette;
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      if (kinds[k])
        palette.push_back(Value::from_raw(static_cast<std::int16_t>(static_cast<int>(k) - 32768)));
    }
    return {members, palette};
  }

  const Game& game_;
  std::string folder_;
  TableJob job_;
  SolveReport report_;
  std::vector<ExploredLayer> layers_;
  std::optional<int> next_;                           // the layer to go on with, from a checkpoint
  std::vector<std::vector<std::byte>> saved_values_;  // of layers from *next_ + 1 on
  std::uint64_t solved_ = 0;                          // positions
};

}  // namespace zermelo
