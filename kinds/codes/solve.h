// SPDX-License-Identifier: MIT
// A whole solve of a grid game: explore it from the start, find the values layer by layer from the
// last one down, write the table.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
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
#include "kinds/codes/layer_writer.h"
#include "kinds/codes/move_values.h"
#include "kinds/codes/packed_values.h"
#include "kinds/codes/shared_codes.h"
#include "kinds/codes/value_palette.h"
#include "tablebase/distributed/cluster.h"
#include "tablebase/format/code_run.h"
#include "tablebase/job/driver.h"
#include "tablebase/job/solve_options.h"
#include "tablebase/retrograde/plain_word.h"
#include "tablebase/retrograde/solver.h"
#include "tablebase/sets/ranked_bits.h"

namespace zermelo {

// What solves a layer whose moves can go round in circles, or one that ranks share.
template <class Game, class Part, class Word>
struct LayerLevels {
  using Values = LayerValues<Game, Part>;
  using Graph = LayerGraph<Game, Values>;
  using Solver = RetrogradeSolver<Graph, Word, typename Part::Exchange>;

  LayerLevels(const Game& game, int layer, const Values& values, int threads,
              std::optional<Colour> seeks_draw)
      : graph(game, layer, values, seeks_draw), solver(graph, threads, setup(values.part())) {}

  typename Part::Exchange::Setup setup(const Part& part) const {
    if constexpr (Part::is_shared) {
      return part.setup(graph.shares());
    } else {
      return {};
    }
  }

  Graph graph;
  Solver solver;
};

// Each object is for one use. It finds the values of all positions that play can lead to and that
// are not over; those won at once are left out of the table, since they follow from the rules.
// Where Part is SharedCodes (kinds/codes/shared_codes.h), every rank makes one, with the same game,
// header and path; all of it is collective, and only rank 0 writes the table.
template <SolvableGridGame Game, class Metric, class Part = WholeCodes>
class GridSolve final : public TableWork {
  static_assert(AlwaysLayered<Game> || Metric::kind == zermelo::Metric::distance,
                "A game that need not be layered is solved by distance.");
  static_assert(!Part::is_shared || (IndexedGame<Game> && !AlwaysLayered<Game>));

 public:
  // The game must outlive the solve.
  GridSolve(const Game& game, TableHeader header, std::string path,
            SolveOptions options) requires std::same_as<Part, WholeCodes>
      : GridSolve(game, std::move(header), std::move(path), std::move(options), whole_codes) {}
  // The part must, too.
  GridSolve(const Game& game, TableHeader header, std::string path, SolveOptions options,
            const Part& part)
      : game_(game),
        part_(part),
        folder_(std::filesystem::path(path).parent_path()),
        force_wide_(options.force_wide_words),
        wide_(force_wide_),
        driver_(*this, std::move(header), std::move(path), std::move(options), part.cluster()) {}

  // Throws as Driver::run.
  SolveReport run() { return driver_.run(); }

  // --- Memory -----------------------------------------------------------------------------------

  MemoryNeed memory(std::size_t step) const override {
    const std::string who = fmt::format("This solve needs{}", Part::where);
    if (has_explored_) return {.bytes = memory_of_steps(layer_of(step)), .who = who};
    if constexpr (IndexedGame<Game>) {
      const std::uint64_t bits = IndexExplorer<Game, Part>::bytes_needed(game_, part_);
      return {.bytes = bits + fixed_memory, .at_least = true, .who = who};
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
      const auto ranks = static_cast<double>(part_.ranks());
      const auto valued = [&](int group) {
        return static_cast<std::uint64_t>(e.valued_in[static_cast<std::size_t>(group)] / ranks);
      };
      result.memory =
          fixed_memory +
          most_for_steps(
              layers_in_all() - 1, valued,
              [&](int group) { return RankedBits::bytes_needed(part_.keys(game_, group)); },
              valued);
      result.seconds =
          e.seconds_per_position * (e.reached + 2 * e.valued) / thread_count(threads) / ranks;
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
    if constexpr (IndexedGame<Game>) {
      report.planned_memory =
          std::max(report.planned_memory,
                   fixed_memory + IndexExplorer<Game, Part>::bytes_needed(game_, part_));
    }
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
    return static_cast<double>(size(layer_of(step)));
  }

  void begin(Driver& driver, std::size_t step) override {
    if (any(part_.cluster(), std::exchange(has_many_values_, false)))
      fail_together(part_.cluster(), [&] { driver.limit().require(memory(step)); });
    done_ = next_chunk_ = 0;
    seeks_draw_.reset();
    at_work_ = layer_of(step);
    if (uses_levels(at_work_)) {
      make_levels(driver);
    } else {
      values_->of(at_work_) = new_values(size(at_work_));
    }
  }
  StepEnd step(Driver& driver, std::size_t) override {
    driver.show(Phase::propagating);
    return solve_layer(driver, at_work_);
  }
  void write(Driver& driver, std::size_t step) override { write_layer(driver, layer_of(step)); }
  void end(Driver&, std::size_t step) override {
    const int layer = layer_of(step);
    has_many_values_ = values_->of(layer).bytes() > size(layer);
    solved_ += size(layer);
    done_ = 0;
    wide_ = force_wide_;
    seeks_draw_.reset();
    at_work_ = std::max(0, layer - 1);
    for (const int unused : last_used_in_[static_cast<std::size_t>(layer)]) {
      values_->of(unused) = {};
      layers_[static_cast<std::size_t>(unused)].positions = {};
    }
  }
  TableWriter::Order order() const override { return TableWriter::Order::reversed; }

  // --- State ------------------------------------------------------------------------------------

  // The sets that are still needed; the values of higher layers that are; and, if the layer is
  // begun, its own values, or the solver's state, or, if it is solved for the second time, both.
  RunState save(const RunPlace& place) override {
    if (place.at == RunPlace::At::forward) return explorer_->save();
    RunState state;
    state.numbers["layers"] = {layers_.size()};
    state.numbers["next_chunk"] = {next_chunk_};
    if (endless_winner_of(game_)) state.numbers["seeks_draw"] = {seeks_draw_ ? 1u : 0u};
    for (const ExploredLayer& layer : layers_) {
      state.numbers["reached"].push_back(layer.reached);
      state.numbers["leaves_out"].push_back(layer.leaves_out_won_at_once ? 1 : 0);
    }
    state.numbers["sizes"] = sizes_;
    for (const ExploredLayer& layer : layers_)
      state.arrays.emplace_back([&layer] { return layer.positions.to_bytes(); });
    for_each_saved(layer_of(place.step), place.at == RunPlace::At::inside_step, [&](int layer) {
      const PackedValues& values = values_->of(layer);
      for (const Bytes bytes : {values.values_array(), values.palette_array(), values.rare_array()})
        state.arrays.emplace_back(bytes);
    });
    state.numbers["wide"] = {wide_};
    with_levels([&](auto& levels) {
      auto& solver = levels.solver;
      state.numbers["level"] = {static_cast<std::uint64_t>(solver.level())};
      state.numbers["decided"] = {solver.decided()};
      state.arrays.emplace_back(solver.words());
      state.arrays.emplace_back(solver.marks());
    });
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
    sizes_ = saved.list("sizes");
    end_exploring();
    wide_ = saved.number<bool>("wide");
    driver.limit().require(memory(saved.place().step));
    at_work_ = layer_of(saved.place().step);
    for (int layer = at_work_ + 1; layer < layers(); ++layer) solved_ += size(layer);
    next_chunk_ = saved.number("next_chunk");
    if (endless_winner_of(game_) && saved.number("seeks_draw") != 0) seeks_draw_ = draw_seeker();
    for_each_saved(at_work_, saved.inside_step(), [&](int layer) {
      values_->of(layer) = saved_values(saved, array);
      array += PackedValues::arrays;
    });
    if (!saved.inside_step() || !uses_levels(at_work_)) return;
    if (seeks_draw_) done_ = count_decided(at_work_);
    make_levels(driver);
    with_levels([&](auto& levels) {
      auto& solver = levels.solver;
      saved.read(array++, solver.words());
      saved.read(array++, solver.marks());
      solver.restore(saved.number<int>("level"), saved.number("decided"));
    });
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
    const auto all = static_cast<double>(std::max<std::uint64_t>(1, size(at_work_)));
    p.fraction = static_cast<double>(done_) / all;
    with_levels([&](const auto& levels) {
      const auto& solver = levels.solver;
      p.level = solver.level();
      p.done = solved_ + done_ + solver.decided();
      // Looking at all positions once is about a third of a layer's work.
      const double done = static_cast<double>(done_ + solver.decided()) / all;
      p.fraction = p.level == solver.raw && !seeks_draw_ ? done / 3 : (1 + 2 * done) / 3;
    });
    return p;
  }

 private:
  static constexpr std::uint64_t chunk = 4096;
  // (Nothing where no layer is solved by levels.)
  struct NoLevels {};
  template <class Word>
  using Levels = std::conditional_t<AlwaysLayered<Game>, NoLevels, LayerLevels<Game, Part, Word>>;
  using AnyExplorer =
      std::conditional_t<IndexedGame<Game>, IndexExplorer<Game, Part>, Explorer<Game>>;

  using Values = LayerValues<Game, Part>;
  struct NoFinder {
    NoFinder(const Game&, const Values&) {}
  };
  using ValueFinder =
      std::conditional_t<IndexedGame<Game>, MoveValues<Game, Metric, Values>, NoFinder>;

  int layers() const { return static_cast<int>(layers_.size()); }
  int layer_of(std::size_t step) const { return layers() - 1 - static_cast<int>(step); }
  // Of a layer whose set is still needed.
  const CodeSet& set(int layer) const { return layers_[static_cast<std::size_t>(layer)].positions; }
  // How many positions of a layer have values, or will have them.
  std::uint64_t size(int layer) const { return sizes_[static_cast<std::size_t>(layer)]; }

  // --- Exploring --------------------------------------------------------------------------------

  void make_explorer(Driver& driver) {
    if (explorer_) return;
    if constexpr (IndexedGame<Game>) {
      explorer_.emplace(game_, AnyExplorer::Keep::not_won_at_once, driver.threads(), part_);
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
    if (sizes_.empty())
      for (const ExploredLayer& layer : layers_) sizes_.push_back(layer.positions.size());
    last_used_in_.resize(layers_.size());
    for (int layer = 0; layer < layers(); ++layer) {
      total_ += size(layer);
      report.positions += layers_[static_cast<std::size_t>(layer)].reached;
      last_used_in_[static_cast<std::size_t>(lowest_user(layer))].push_back(layer);
    }
    has_explored_ = true;
    values_.emplace(game_, layers_, part_);
  }
  // Whether a layer is solved by levels of plies. (Where each move goes up and the values of all
  // higher layers are here, the moves of each position say at once what it is worth.)
  bool uses_levels(int layer) const {
    if (Part::is_shared) return true;
    if constexpr (IndexedGame<Game>) {
      return game_.goes_round(layer);
    } else {
      return !game_.is_layered();
    }
  }
  // No value is longer than there are layers if each move goes up.
  bool is_short() const { return !Part::is_shared && game_.is_layered() && layers() <= 127; }
  PackedValues new_values(std::uint64_t positions) const {
    return is_short() ? PackedValues::of_small(positions) : PackedValues::of_any(positions);
  }
  void make_levels(Driver& driver) {
    if constexpr (!AlwaysLayered<Game>) {
      if (wide_) {
        wide_levels_ = std::make_unique<Levels<PlainWord>>(game_, at_work_, *values_,
                                                           driver.threads(), seeks_draw_);
      } else {
        levels_ = std::make_unique<Levels<NarrowPlainWord>>(game_, at_work_, *values_,
                                                            driver.threads(), seeks_draw_);
      }
    }
  }
  // Calls body(levels) if a layer is being solved by them.
  template <class Body>
  void with_levels(Body&& body) const {
    if constexpr (!AlwaysLayered<Game>) {
      if (levels_) body(*levels_);
      if (wide_levels_) body(*wide_levels_);
    }
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

  static PackedValues saved_values(const SavedRun& saved, std::size_t array) {
    return PackedValues::restored(
        [&](std::size_t k) { return saved.size(array + k); },
        [&](std::size_t k, std::span<std::byte> out) { saved.read(array + k, out); });
  }

  // --- Memory of steps --------------------------------------------------------------------------

  // What the steps from one layer down take, in bytes.
  std::uint64_t memory_of_steps(int first) const {
    return fixed_memory + most_for_steps(
                              first, [&](int layer) { return size(layer); },
                              [&](int layer) { return set(layer).bytes(); },
                              [&](int layer) {
                                const std::uint64_t bytes = values_->of(layer).bytes();
                                return bytes > 0 ? bytes : size(layer);
                              });
  }
  // At a layer: the sets of those that are not solved; the sets and values of those that have been
  // solved and that some of the others lead to; a solver at work, or new values. size(layer) says
  // how many positions have values, set_bytes and value_bytes what their set and they take.
  template <class Size, class SetBytes, class ValueBytes>
  std::uint64_t most_for_steps(int first, const Size& size, const SetBytes& set_bytes,
                               const ValueBytes& value_bytes) const {
    std::uint64_t held = 0, most = 0;
    for (int layer = 0; layer <= first; ++layer) held += set_bytes(layer);
    std::vector<std::vector<int>> last_used_in(static_cast<std::size_t>(first) + 1);
    for (int layer = 0; layer < layers_in_all(); ++layer) {
      const int user = lowest_user(layer);
      if (user > first) continue;
      last_used_in[static_cast<std::size_t>(user)].push_back(layer);
      if (layer > first) held += set_bytes(layer) + value_bytes(layer);
    }
    for (int layer = first; layer >= 0; --layer) {
      most = std::max(most, held + bytes_at_work(layer, size(layer)));
      held += value_bytes(layer);
      for (const int unused : last_used_in[static_cast<std::size_t>(layer)])
        held -= set_bytes(unused) + value_bytes(unused);
    }
    return most;
  }
  // All that there can be; as many as have been found, if exploring has ended.
  int layers_in_all() const {
    if constexpr (IndexedGame<Game>) {
      if (!has_explored_) return game_.codes().groups();
    }
    return layers();
  }
  // What solving a layer takes for itself.
  std::uint64_t bytes_at_work(int layer, std::uint64_t positions) const {
    if constexpr (!AlwaysLayered<Game>) {
      if (uses_levels(layer)) {
        const std::uint64_t words = wide_ ? bytes_of_solver<PlainWord>(positions)
                                          : bytes_of_solver<NarrowPlainWord>(positions);
        // (Where it is solved twice, there are values beside the words.)
        const std::uint64_t values = endless_winner_of(game_) ? 3 * positions : 0;
        return words + values + part_.more_bytes(positions);
      }
    }
    return positions * (is_short() ? 1 : sizeof(std::int16_t));
  }

  // --- Estimates --------------------------------------------------------------------------------

  const IndexEstimate& expected() {
    if (!expected_) expected_ = IndexSample<Game>(game_).estimate();
    return *expected_;
  }
  // The share found of the positions expected; 0 for lists of codes, of which nothing is known.
  double share_explored() const {
    if (!expected_ || expected_->reached == 0) return 0;
    const auto found = static_cast<double>(part_.ranks() * explorer_->positions());
    return std::min(1.0, found / expected_->reached);
  }

  // --- Values -----------------------------------------------------------------------------------

  StepEnd solve_layer(Driver& driver, int layer) {
    if constexpr (!AlwaysLayered<Game>) {
      if (levels_) return solve_by_levels(driver, layer, levels_);
      if (wide_levels_) return solve_by_levels(driver, layer, wide_levels_);
    }
    if constexpr (Part::is_shared) {
      assert(false);  // (it has levels)
      return StepEnd::done;
    } else {
      return solve_by_moves(driver, layer);
    }
  }

  // For a layer whose moves all go up.
  StepEnd solve_by_moves(Driver& driver, int layer) {
    const CodeSet& s = set(layer);
    PackedValues& values = values_->of(layer);
    const std::uint64_t chunks = (s.size() + chunk - 1) / chunk;
    done_ = next_chunk_ * chunk;
    next_chunk_ = parallel_until(
        next_chunk_, chunks, driver.threads(),
        [&] {
          return [&, finder = ValueFinder(game_, *values_)](std::uint64_t task) mutable {
            const std::uint64_t end = std::min(s.size(), (task + 1) * chunk);
            find_values(finder, s, task * chunk, end, values);
            done_ += end - task * chunk;
          };
        },
        [&] { return driver.should_pause(Phase::propagating); });
    if (next_chunk_ < chunks) return StepEnd::paused;
    values.pack();
    return StepEnd::done;
  }

  // For a layer whose moves can go round in circles.
  template <class AnyLevels>
  StepEnd solve_by_levels(Driver& driver, int layer, std::unique_ptr<AnyLevels>& levels) {
    auto& solver = levels->solver;
    const auto phase = [&] {
      return solver.level() == solver.raw ? Phase::initialising : Phase::propagating;
    };
    try {
      if (!solver.run([&] { return driver.should_pause(phase()); })) return StepEnd::paused;
    } catch (const WordTooNarrow&) {
      assert(!wide_);
      levels.reset();
      wide_ = true;
      return StepEnd::again;
    }
    if (seeks_draw_) {
      take_endless_play(driver, layer, solver);
    } else {
      values_->of(layer) = PackedValues::packed(
          size(layer), [&](std::uint64_t i) { return solver.first_value(i); },
          [&](std::uint64_t i) { solver.drop_before(i); });
    }
    levels.reset();
    if (seeks_draw_ || !endless_winner_of(game_)) return StepEnd::done;
    seeks_draw_ = draw_seeker();
    done_ = count_decided(layer);
    make_levels(driver);
    return solve_layer(driver, layer);
  }

  // The side that does not win by endless play.
  std::optional<Colour> draw_seeker() const { return opponent_of(*endless_winner_of(game_)); }
  std::uint64_t count_decided(int layer) const {
    const PackedValues& values = values_->of(layer);
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < values.size(); ++i) count += values.get(i).is_draw() ? 0 : 1;
    return count;
  }
  // After the second time: play in which nobody can force an end, not even a drawn one, is endless.
  template <class Solver>
  void take_endless_play(Driver& driver, int layer, const Solver& solver) {
    const CodeSet& s = set(layer);
    const PackedValues& before = values_->of(layer);
    PackedValues after = PackedValues::of_any(size(layer));
    parallel_tasks((s.size() + chunk - 1) / chunk, driver.threads(), [&] {
      return [&](std::uint64_t task) {
        const std::uint64_t end = std::min(s.size(), (task + 1) * chunk);
        s.for_each(task * chunk, end, [&](std::uint64_t number, std::uint64_t key) {
          const Value value = before.get(number);
          const bool is_endless = value.is_draw() && solver.first_value(number).is_draw();
          after.set(number, is_endless ? endless_play(layer, key) : value);
        });
      };
    });
    after.pack();
    values_->of(layer) = std::move(after);
  }
  Value endless_play(int layer, std::uint64_t key) const {
    const PositionOf<Game> p = game_.codes().decode(part_.code(layer, key));
    const bool loses = colour_of(p.white_to_move) == *seeks_draw_;
    return Value::endless(loses ? Outcome::loss : Outcome::win);
  }

  template <class Word>
  static std::uint64_t bytes_of_solver(std::uint64_t positions) {
    return Levels<Word>::Solver::bytes_needed(Levels<Word>::Graph::places_of(positions));
  }

  // Sets the values of a layer's positions number begin..end-1.
  void find_values(ValueFinder& finder, const CodeSet& positions, std::uint64_t begin,
                   std::uint64_t end, PackedValues& values) const {
    if constexpr (IndexedGame<Game>) {
      const auto take = [&](std::uint64_t number, Value value) { values.set(number, value); };
      positions.for_each(begin, end, [&](std::uint64_t number, std::uint64_t code) {
        finder.add(number, game_.codes().decode(code));
        if (finder.is_full()) finder.finish(take);
      });
      finder.finish(take);
    } else {
      positions.for_each(begin, end, [&](std::uint64_t number, std::uint64_t code) {
        values.set(number, value_by_moves(game_.codes().decode(code)));
      });
    }
  }
  // (To find where a position is takes long there: not if the mover wins at once.)
  Value value_by_moves(const PositionOf<Game>& p) const {
    BestValue<Metric> best;
    game_.for_each_successor(p, [&](const PositionOf<Game>& next, Ending ending) {
      if (best.any() && needs_no_value(best.value())) return;
      best.take(ending == Ending::none ? Metric::before_move(values_->value_of(next))
                                       : Metric::of_end(game_, next, ending));
    });
    return best.value();
  }

  // Calls visit(layer) for the layers whose values are saved before or inside the step of `layer`.
  // (If a solver is at work on it for the first time, it has none yet.)
  template <class Visit>
  void for_each_saved(int layer, bool inside, Visit&& visit) {
    const bool own = inside && (!uses_levels(layer) || seeks_draw_);
    for (int i = own ? layer : layer + 1; i < layers(); ++i)
      if (i == layer || lowest_user(i) <= layer) visit(i);
  }

  // --- Writing ----------------------------------------------------------------------------------

  void write_layer(Driver& driver, int layer) {
    const PackedValues& values = values_->of(layer);
    const std::uint64_t own = set(layer).size();
    SliceRecord record{.name = game_.layer_name(layer),
                       .indices = reduced(part_.cluster(), own, Cluster::Reduction::sum)};
    record.positions = layers_[static_cast<std::size_t>(layer)].reached;
    std::tie(record.members, record.palette) = find_palette(values);
    report.members += record.members;
    for (const Value value : record.palette) report.levels = std::max(report.levels, value.plies());

    const PaletteNumbers numbers(record.palette);
    const std::size_t kinds = record.palette.size();
    LayerWriter<Part>(driver, part_, set(layer), layer)
        .write(std::move(record), kinds, [&](std::uint64_t i) -> std::optional<PaletteCode> {
          const Value value = values.get(i);
          if (needs_no_value(value)) return std::nullopt;
          return numbers.of(value);
        });
  }

  // Whether it follows from the rules.
  static bool needs_no_value(Value value) {
    return Metric::knows_wins_at_once && value == Value::win(1);
  }

  // How many values are stored, and which ones occur.
  std::pair<std::uint64_t, std::vector<Value>> find_palette(const PackedValues& values) const {
    std::uint64_t members = 0;
    ValuesThatOccur occur;
    for (std::uint64_t i = 0; i < values.size(); ++i) {
      const Value value = values.get(i);
      if (needs_no_value(value)) continue;
      ++members;
      occur.add(value);
    }
    members = reduced(part_.cluster(), members, Cluster::Reduction::sum);
    if (part_.cluster() != nullptr)
      part_.cluster()->reduce(occur.bits(), Cluster::Reduction::either);
    return {members, occur.palette()};
  }

  const Game& game_;
  const Part& part_;
  std::string folder_;
  bool force_wide_, wide_;          // words; the second: of the current layer
  std::optional<CodeSpace> space_;  // while exploring
  std::optional<AnyExplorer> explorer_;
  std::optional<IndexEstimate> expected_;  // once it has been asked for
  bool has_explored_ = false;
  std::vector<ExploredLayer> layers_;
  std::vector<std::uint64_t> sizes_;            // of their sets, also of those not kept
  std::vector<std::vector<int>> last_used_in_;  // by layer: those with that lowest user
  std::optional<Values> values_;
  // One of the two, if the layer of the step needs levels: the second if `wide_`.
  std::unique_ptr<Levels<NarrowPlainWord>> levels_;
  std::unique_ptr<Levels<PlainWord>> wide_levels_;
  std::optional<Colour> seeks_draw_;      // while it is solved for the second time (LayerGraph)
  bool has_many_values_ = false;          // the last layer: more than was planned for
  int at_work_ = 0;                       // the layer of the step
  std::uint64_t next_chunk_ = 0;          // of it; all before have their values
  std::uint64_t total_ = 0, solved_ = 0;  // positions; those of finished steps
  std::atomic<std::uint64_t> done_ = 0;   // of the current step
  Driver driver_;
};

}  // namespace zermelo
