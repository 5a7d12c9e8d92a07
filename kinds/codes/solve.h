// SPDX-License-Identifier: MIT
// A whole solve of a grid game: explore it from the start, find the values layer by layer from the
// last one down, write the table.
#pragma once

#include <algorithm>
#include <atomic>
#include <bitset>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "gen/parallel.h"
#include "kinds/codes/explore.h"
#include "kinds/codes/index_estimate.h"
#include "kinds/codes/layer_graph.h"
#include "kinds/codes/layer_values.h"
#include "tablebase/format/code_run.h"
#include "tablebase/format/run_file.h"
#include "tablebase/job/driver.h"
#include "tablebase/job/solve_options.h"
#include "tablebase/retrograde/plain_word.h"
#include "tablebase/retrograde/solver.h"
#include "tablebase/sets/ranked_bits.h"

namespace zermelo {

// What solves a layer whose moves can go round in circles.
template <class Game>
struct LayerLevels {
  using Values = LayerValues<Game, std::int16_t>;
  using Graph = LayerGraph<Game, Values>;
  using Solver = RetrogradeSolver<Graph, PlainWord>;

  LayerLevels(const Game& game, int layer, const Values& values, int threads)
      : graph(game, layer, values), solver(graph, threads) {}

  Graph graph;
  Solver solver;
};

// Each object is for one use. It finds the values of all positions that play can lead to and that
// are not over; those won at once are left out of the table, since they follow from the rules.
template <SolvableGridGame Game, class Metric>
class GridSolve final : public TableWork {
  static_assert(AlwaysLayered<Game> || Metric::kind == zermelo::Metric::distance,
                "A game that need not be layered is solved by distance.");

 public:
  // The game must outlive the solve.
  GridSolve(const Game& game, TableHeader header, std::string path, SolveOptions options)
      : game_(game),
        folder_(std::filesystem::path(path).parent_path()),
        driver_(*this, std::move(header), std::move(path), std::move(options)) {}

  // Throws as Driver::run.
  SolveReport run() { return driver_.run(); }

  // --- Memory -----------------------------------------------------------------------------------

  MemoryNeed memory(std::size_t) const override {
    if (has_explored_) return {.bytes = memory_of_values()};
    if constexpr (IndexedGame<Game>) {
      const std::uint64_t bits = IndexExplorer<Game>::bytes_needed(game_);
      return {.bytes = bits + fixed_memory, .at_least = true};
    }
    if (!explorer_) return {.bytes = 2 * fixed_memory, .at_least = true};
    return {.bytes = memory_of_sets(), .at_least = true};
  }

  SolveEstimate estimate(int threads) override {
    SolveEstimate result{.index = game_.codes().size()};
    if constexpr (IndexedGame<Game>) {
      const IndexEstimate& e = expected();
      // The values and the solver's words of valued positions; the sets as bits. Moves are listed
      // once to find the positions, and about twice to find their values.
      const auto valued = static_cast<std::uint64_t>(e.valued);
      result.memory = fixed_memory + valued * sizeof(std::int16_t) + bytes_of_solver(valued) +
                      RankedBits::bytes_needed(e.index);
      result.seconds = e.seconds_per_position * (e.reached + 2 * e.valued) / thread_count(threads);
    }
    return result;
  }

  // --- Forward: the positions of all layers, one layer per call
  // -------------------------------------

  bool forward(Driver& driver) override {
    make_explorer(driver);
    const bool finished =
        explorer_->done() ||  // (The game is over at its start.)
        explorer_->explore_layer([&] { return driver.should_pause(Phase::enumerating); });
    if (space_) {
      report.planned_memory =
          std::max(report.planned_memory, memory_of_sets() + space_->take_most());
      limit_space(driver.limit());
    }
    if (!finished) return false;
    driver.show(Phase::enumerating);
    if (!explorer_->done()) return false;
    layers_ = explorer_->take_layers();
    explorer_.reset();
    space_.reset();
    end_exploring();
    return true;
  }
  // It takes about as long as what comes after it.
  double forward_share() const override { return 0.5; }

  // --- Steps: the layers, from the last one down ------------------------------------------------

  std::size_t steps() const override { return layers_.size(); }
  double weight(std::size_t step) const override {
    return static_cast<double>(set(layer_of(step)).size());
  }

  void begin(Driver& driver, std::size_t step) override {
    done_ = next_chunk_ = 0;
    at_work_ = layer_of(step);
    with_values([&](auto& values) { values.make(at_work_); });
    make_levels(driver);
  }
  StepEnd step(Driver& driver, std::size_t) override {
    driver.show(Phase::propagating);
    return with_values([&](auto& values) { return solve_layer(driver, at_work_, values); });
  }
  void write(Driver& driver, std::size_t step) override {
    with_values([&](const auto& values) { write_layer(driver, layer_of(step), values); });
  }
  void end(Driver&, std::size_t step) override {
    const int layer = layer_of(step);
    solved_ += set(layer).size();
    done_ = 0;
    at_work_ = std::max(0, layer - 1);
    with_values([&](auto& values) {
      for (int higher = layer; higher < layers(); ++higher)
        if (lowest_user(higher) == layer) values.forget(higher);
    });
  }
  TableWriter::Order order() const override { return TableWriter::Order::reversed; }

  // --- State ------------------------------------------------------------------------------------

  // All sets; the values of higher layers that are still needed; and, if the layer is begun, its
  // own values, or the solver's state.
  RunState save(const RunPlace& place) override {
    if (place.at == RunPlace::At::forward) return explorer_->save();
    RunState state;
    state.numbers["layers"] = {layers_.size()};
    state.numbers["next_chunk"] = {next_chunk_};
    for (const ExploredLayer& layer : layers_) {
      state.numbers["reached"].push_back(layer.reached);
      state.numbers["leaves_out"].push_back(layer.leaves_out_won_at_once ? 1 : 0);
    }
    for (const ExploredLayer& layer : layers_)
      state.arrays.emplace_back([&layer] { return layer.positions.to_bytes(); });
    with_values([&](auto& values) {
      for_each_saved(layer_of(place.step), place.at == RunPlace::At::inside_step,
                     [&](int layer) { state.arrays.emplace_back(Bytes(values.bytes(layer))); });
    });
    if constexpr (!AlwaysLayered<Game>) {
      if (!levels_) return state;
      auto& solver = levels_->solver;
      state.numbers["level"] = {static_cast<std::uint64_t>(solver.level())};
      state.numbers["decided"] = {solver.decided()};
      state.arrays.emplace_back(solver.words());
      state.arrays.emplace_back(solver.marks());
    }
    return state;
  }

  void restore(Driver& driver, const SavedRun& saved) override {
    if (saved.place().at == RunPlace::At::forward) {
      make_explorer(driver);
      explorer_->restore(saved);
      return limit_space(driver.limit());
    }
    std::size_t array = 0;
    for (const auto layers = saved.number("layers"); array < layers; ++array)
      layers_.push_back(saved_layer(saved, array));
    end_exploring();
    driver.limit().require(memory(0));
    at_work_ = layer_of(saved.place().step);
    for (int layer = at_work_ + 1; layer < layers(); ++layer) solved_ += set(layer).size();
    next_chunk_ = saved.number("next_chunk");
    with_values([&](auto& values) {
      for_each_saved(at_work_, saved.inside_step(), [&](int layer) {
        values.make(layer);
        saved.read(array++, values.bytes(layer));
      });
      if (saved.inside_step() && !game_.is_layered()) values.make(at_work_);
    });
    if (!saved.inside_step()) return;
    make_levels(driver);
    if constexpr (!AlwaysLayered<Game>) {
      if (!levels_) return;
      auto& solver = levels_->solver;
      saved.read(array++, solver.words());
      saved.read(array++, solver.marks());
      solver.restore(saved.number<int>("level"), saved.number("decided"));
    }
  }

  // --- Reporting --------------------------------------------------------------------------------

  SolveProgress progress(Phase phase) const override {
    if (explorer_) {
      return {.phase = phase,
              .group = game_.layer_name(explorer_->layer()),
              .done = explorer_->positions(),
              .total = 0,
              .share = share_explored(),
              .fraction = share_explored()};
    }
    if (layers_.empty()) return {.phase = phase, .total = 1};
    SolveProgress p{.phase = phase, .group = game_.layer_name(at_work_)};
    p.done = solved_ + done_;
    p.total = std::max<std::uint64_t>(1, total_);
    const auto size = static_cast<double>(std::max<std::uint64_t>(1, set(at_work_).size()));
    p.fraction = static_cast<double>(done_) / size;
    if constexpr (!AlwaysLayered<Game>) {
      if (!levels_) return p;
      const auto& solver = levels_->solver;
      p.level = solver.level();
      p.done = solved_ + solver.decided();
      // Looking at all positions once is about a third of a layer's work.
      const double done = static_cast<double>(solver.decided()) / size;
      p.fraction = p.level == solver.raw ? done / 3 : (1 + 2 * done) / 3;
    }
    return p;
  }

 private:
  static constexpr std::uint64_t chunk = 4096;
  struct NoLevels {};
  using Levels = std::conditional_t<AlwaysLayered<Game>, NoLevels, LayerLevels<Game>>;

  int layers() const { return static_cast<int>(layers_.size()); }
  int layer_of(std::size_t step) const { return layers() - 1 - static_cast<int>(step); }
  const CodeSet& set(int layer) const { return layers_[static_cast<std::size_t>(layer)].positions; }

  // --- Exploring --------------------------------------------------------------------------------

  void make_explorer(Driver& driver) {
    if (explorer_) return;
    if constexpr (IndexedGame<Game>) {
      explorer_.emplace(game_, IndexExplorer<Game>::Keep::not_won_at_once, driver.threads());
      if (driver.options().progress) expected();
    } else {
      const MemoryLimit& limit = driver.limit();
      space_.emplace(limit.none() ? 0 : (limit.bytes() - fixed_memory) / 2, folder_);
      explorer_.emplace(game_, game_.symmetries(), *space_, Explorer<Game>::Finished::ignored,
                        driver.threads());
    }
  }
  // Half of the limit is for what is not sorted yet; meanwhile the sets grow.
  void limit_space(const MemoryLimit& limit) {
    if (limit.none() || !space_) return;
    const std::uint64_t sets = std::min(limit.bytes() - 1, memory_of_sets());
    space_->limit_to(std::min((limit.bytes() - fixed_memory) / 2, limit.bytes() - sets));
  }
  std::uint64_t memory_of_sets() const { return explorer_->set_bytes() + fixed_memory; }

  void end_exploring() {
    drop_empty_layers(layers_);
    for (const ExploredLayer& layer : layers_) {
      total_ += layer.positions.size();
      report.positions += layer.reached;
    }
    has_explored_ = true;
    if (is_narrow()) {
      narrow_values_.emplace(game_, layers_);
    } else {
      wide_values_.emplace(game_, layers_);
    }
  }
  // No value is longer than there are layers if each move goes up.
  bool is_narrow() const { return game_.is_layered() && layers() <= 127; }
  void make_levels(Driver& driver) {
    if constexpr (!AlwaysLayered<Game>) {
      if (!game_.is_layered())
        levels_ = std::make_unique<Levels>(game_, at_work_, *wide_values_, driver.threads());
    }
  }
  template <class Body>
  decltype(auto) with_values(Body&& body) {
    return narrow_values_ ? body(*narrow_values_) : body(*wide_values_);
  }

  // The lowest layer that needs the values of another one; that one's own number if none does.
  int lowest_user(int layer) const {
    if constexpr (IndexedGame<Game>) {
      return game_.lowest_user(layer);
    } else {
      return std::max(0, layer - game_.longest_step());
    }
  }
  static ExploredLayer saved_layer(const SavedRun& saved, std::size_t array) {
    return {.positions = CodeSet::from_bytes(saved.read_vector<std::byte>(array)),
            .reached = saved.list("reached").at(array),
            .leaves_out_won_at_once = saved.list("leaves_out").at(array) != 0};
  }

  // The sets of all layers, and the values of those layers that the moves of one layer lead to; in
  // bytes.
  std::uint64_t memory_of_values() const {
    std::uint64_t sets = 0;
    for (const ExploredLayer& layer : layers_) sets += layer.positions.bytes();
    std::uint64_t most = 0;
    const std::uint64_t width = is_narrow() ? 1 : 2;
    for (int layer = 0; layer < layers(); ++layer) {
      std::uint64_t values = 0;
      for (int i = layer; i < layers(); ++i)
        if (lowest_user(i) <= layer) values += set(i).size() * width;
      if constexpr (!AlwaysLayered<Game>) {
        if (!game_.is_layered()) values += bytes_of_solver(set(layer).size());
      }
      most = std::max(most, values);
    }
    return sets + most + fixed_memory;
  }

  // --- Estimates --------------------------------------------------------------------------------

  const IndexEstimate& expected() {
    if (!expected_) expected_ = IndexSample<Game>(game_).estimate();
    return *expected_;
  }
  // The share found of the positions expected; 0 for lists of codes, of which nothing is known.
  double share_explored() const {
    if (!expected_ || expected_->reached == 0) return 0;
    return std::min(1.0, static_cast<double>(explorer_->positions()) / expected_->reached);
  }

  // --- Values -----------------------------------------------------------------------------------

  template <class Values>
  StepEnd solve_layer(Driver& driver, int layer, Values& values) {
    if constexpr (!AlwaysLayered<Game>) {
      if (levels_) return solve_by_levels(driver, layer, values);
    }
    const CodeSet& s = set(layer);
    const std::uint64_t chunks = (s.size() + chunk - 1) / chunk;
    done_ = next_chunk_ * chunk;
    next_chunk_ = parallel_until(
        next_chunk_, chunks, driver.threads(),
        [&] {
          return [&](std::uint64_t task) {
            const std::uint64_t end = std::min(s.size(), (task + 1) * chunk);
            s.for_each(task * chunk, end, [&](std::uint64_t number, std::uint64_t code) {
              values.set(layer, number, value_by_moves(values, game_.codes().decode(code)));
            });
            done_ += end - task * chunk;
          };
        },
        [&] { return driver.should_pause(Phase::propagating); });
    return next_chunk_ == chunks ? StepEnd::done : StepEnd::paused;
  }

  // For a layer whose moves can go round in circles.
  template <class Values>
  StepEnd solve_by_levels(Driver& driver, int layer, Values& values) {
    auto& solver = levels_->solver;
    const auto phase = [&] {
      return solver.level() == solver.raw ? Phase::initialising : Phase::propagating;
    };
    if (!solver.run([&] { return driver.should_pause(phase()); })) return StepEnd::paused;
    for (std::uint64_t i = 0; i < set(layer).size(); ++i)
      values.set(layer, i, solver.first_value(i));
    levels_.reset();
    return StepEnd::done;
  }

  static std::uint64_t bytes_of_solver(std::uint64_t positions) {
    return Levels::Solver::bytes_needed(Levels::Graph::places_of(positions));
  }

  template <class Values>
  Value value_by_moves(const Values& values, const PositionOf<Game>& p) const {
    BestValue<Metric> best;
    game_.for_each_successor(p, [&](const PositionOf<Game>& next, Ending ending) {
      if (best.any() && needs_no_value(best.value())) return;
      best.take(ending == Ending::none ? Metric::before_move(values.value_of(next))
                                       : Metric::of_end(game_, next, ending));
    });
    return best.value();
  }

  // Calls visit(layer) for the layers whose values are saved before or inside the step of `layer`.
  // (If a solver is at work on it, it has none yet.)
  template <class Visit>
  void for_each_saved(int layer, bool inside, Visit&& visit) {
    const bool own = inside && game_.is_layered();
    for (int i = own ? layer : layer + 1; i < layers(); ++i)
      if (i == layer || lowest_user(i) <= layer) visit(i);
  }

  // --- Writing ----------------------------------------------------------------------------------

  template <class Values>
  void write_layer(Driver& driver, int layer, const Values& values) {
    const CodeSet& s = set(layer);
    SliceRecord record{.name = game_.layer_name(layer), .indices = s.size()};
    record.positions = layers_[static_cast<std::size_t>(layer)].reached;
    std::tie(record.members, record.palette) = find_palette(layer, values);
    report.members += record.members;
    for (const Value value : record.palette) report.levels = std::max(report.levels, value.plies());
    std::vector<PaletteCode> code_of(65536);
    for (std::size_t k = 0; k < record.palette.size(); ++k)
      code_of[static_cast<std::uint16_t>(record.palette[k].raw())] = static_cast<PaletteCode>(k);

    const std::uint64_t stretches = (s.size() + stretch_positions - 1) / stretch_positions;
    // The members among some of the positions, which become runs of their own.
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
    const SymbolCounts counts = count_members(driver, stretches, contexts, collect);
    const SymbolModel model(counts);
    record.code_bytes = code_bytes(counts, model);
    driver.writer().begin_slice(record);
    if (record.members > 0)
      write_runs(driver, static_cast<std::size_t>(layer), stretches, contexts, model, collect);
    driver.writer().end_slice();
  }

  static constexpr std::uint64_t stretch_positions = 1 << 16;

  // Calls take(stretch) for the runs of the members.
  template <class Take>
  static void for_each_run(const CodeMembers& members, Take&& take) {
    for (std::size_t begin = 0; begin < members.codes.size(); begin += code_run_members)
      take(CodeStretch{&members, begin, std::min(members.codes.size(), begin + code_run_members)});
  }

  template <class Collect>
  SymbolCounts count_members(Driver& driver, std::uint64_t stretches, const CodeContexts& contexts,
                             const Collect& collect) const {
    SymbolCounts all(contexts.groups(), CodeContexts::group(), contexts.symbols());
    std::mutex mutex;
    parallel_tasks(stretches, driver.threads(), [&] {
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

  // About how many bytes the codes take: the gaps' numbers of bits, packed, and the bits
  // themselves.
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
  void write_runs(Driver& driver, std::size_t slice, std::uint64_t stretches,
                  const CodeContexts& contexts, const SymbolModel& model, const Collect& collect) {
    struct Run {
      std::uint64_t first;
      std::vector<std::byte> bytes;
    };
    RunWriter writer(driver.writer(), slice, model);
    parallel_in_order(
        stretches, driver.threads(),
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

  // Whether it follows from the rules.
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
  std::optional<CodeSpace> space_;  // while exploring
  std::optional<ExplorerOf<Game>> explorer_;
  std::optional<IndexEstimate> expected_;  // once it has been asked for
  bool has_explored_ = false;
  std::vector<ExploredLayer> layers_;
  std::optional<LayerValues<Game, std::int8_t>> narrow_values_;  // one of the two
  std::optional<LayerValues<Game, std::int16_t>> wide_values_;
  std::unique_ptr<Levels> levels_;        // of the step, if its layer needs them
  int at_work_ = 0;                       // the layer of the step
  std::uint64_t next_chunk_ = 0;          // of it; all before have their values
  std::uint64_t total_ = 0, solved_ = 0;  // positions; those of finished steps
  std::atomic<std::uint64_t> done_ = 0;   // of the current step
  Driver driver_;
};

}  // namespace zermelo
