// SPDX-License-Identifier: MIT
// The distance of every position from the start of a game with an index: what play can lead to is
// explored, then searched layer by layer, and written with its distances. Pauses and checkpoints
// are those of a solve, and ranks share it as they share a solve.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "kinds/codes/index_explorer.h"
#include "kinds/codes/layer_search.h"
#include "kinds/codes/layer_writer.h"
#include "kinds/codes/shared_codes.h"
#include "tablebase/distributed/cluster.h"
#include "tablebase/format/table_file.h"
#include "tablebase/job/driver.h"
#include "tablebase/job/solve_options.h"

namespace zermelo {

// Each object is for one use. Where Part is SharedCodes (kinds/codes/shared_codes.h), every rank
// makes one, with the same game, header and path; all of it is collective, and only rank 0 writes
// the table.
template <IndexedGame Game, class Part = WholeCodes>
class CodeReach final : public TableWork {
 public:
  // The game must outlive the search. It begins with its start alone.
  CodeReach(const Game& game, TableHeader header, std::string path,
            SolveOptions options) requires std::same_as<Part, WholeCodes>
      : CodeReach(game, std::move(header), std::move(path), std::move(options), whole_codes) {}
  // The part must, too.
  CodeReach(const Game& game, TableHeader header, std::string path, SolveOptions options,
            const Part& part)
      : game_(game),
        part_(part),
        driver_(*this, std::move(header), std::move(path), std::move(options), part.cluster()) {}

  // Throws as Driver::run.
  SolveReport run() { return driver_.run(); }

  // --- Memory -----------------------------------------------------------------------------------

  // First the bits of all layers; then their sets, and the distances that are in use at once.
  MemoryNeed memory(std::size_t) const override {
    const std::string who = fmt::format("This search needs{}", Part::where);
    if (!distances_) {
      const std::uint64_t bits = Explorer::bytes_needed(game_, part_);
      return {.bytes = bits + fixed_memory, .at_least = true, .who = who};
    }
    std::uint64_t sets = 0, most = 0;
    for (const ExploredLayer& layer : layers_) sets += layer.positions.bytes();
    for (int layer = 0; layer < layers(); ++layer) {
      std::uint64_t bytes = Search::bytes_needed(set(layer).size(), part_);
      for_each_in_use(layer, [&](int i) { bytes += set(i).size() * sizeof(Storage); });
      most = std::max(most, bytes);
    }
    return {.bytes = fixed_memory + sets + most, .who = who};
  }

  // --- Forward: the positions of all layers, one layer per call ---------------------------------

  bool forward(Driver& driver) override {
    make_explorer(driver);
    if (!explorer_->done() &&
        !explorer_->explore_layer([&] { return driver.should_pause(Phase::enumerating); }))
      return false;
    driver.show(Phase::enumerating);
    if (!explorer_->done()) return false;
    layers_ = explorer_->take_layers();
    explorer_.reset();
    end_exploring();
    return true;
  }
  // Moves are made once to find the positions and once to find their distances.
  double forward_share() const override { return 0.5; }

  // --- Steps: the layers ------------------------------------------------------------------------

  std::size_t steps() const override { return layers_.size(); }
  double weight(std::size_t step) const override {
    return static_cast<double>(set(static_cast<int>(step)).size());
  }

  void begin(Driver& driver, std::size_t step) override {
    const int layer = at_work_ = static_cast<int>(step);
    make_distances(layer);
    const Located start = locate(game_, game_.start());
    if (start.layer == layer) arrive_at(start);
    make_search(driver);
  }
  StepEnd step(Driver& driver, std::size_t) override {
    driver.show(Phase::propagating);
    if (!search_->run([&] { return driver.should_pause(Phase::propagating); }))
      return StepEnd::paused;
    report.levels = std::max(report.levels, search_->level());
    search_.reset();
    return StepEnd::done;
  }
  void write(Driver& driver, std::size_t step) override {
    const int layer = static_cast<int>(step);
    driver.show(Phase::writing);
    SliceRecord record{.name = game_.layer_name(layer)};
    record.indices = record.positions = record.members =
        layers_[static_cast<std::size_t>(layer)].reached;
    std::vector<PaletteCode> kind_of(std::size_t{LayerDistances::max_plies} + 1);
    for (const int plies : plies_that_occur(layer)) {
      kind_of[static_cast<std::size_t>(plies)] = static_cast<PaletteCode>(record.arrivals.size());
      record.arrivals.push_back({plies, plies, plies});
    }
    const std::size_t kinds = record.arrivals.size();
    LayerWriter<Part>(driver, part_, set(layer), layer)
        .write(std::move(record), kinds, [&](std::uint64_t i) {
          return std::optional(kind_of[static_cast<std::size_t>(distances_->plies(layer, i))]);
        });
  }
  void end(Driver&, std::size_t step) override {
    const int layer = static_cast<int>(step);
    searched_ += set(layer).size();
    report.positions += layers_[step].reached;
    report.members += layers_[step].reached;
    distances_->forget(layer);
    at_work_ = std::min(layer + 1, layers() - 1);
  }

  // --- State ------------------------------------------------------------------------------------

  // All sets; the distances in use; and, if a search is at work, its state.
  RunState save(const RunPlace& place) override {
    if (place.at == RunPlace::At::forward) return explorer_->save();
    const int layer = static_cast<int>(place.step);
    make_distances(layer);
    RunState state;
    state.numbers["layers"] = {layers_.size()};
    for (const ExploredLayer& found : layers_) {
      state.numbers["reached"].push_back(found.reached);
      state.arrays.emplace_back([&found] { return found.positions.to_bytes(); });
    }
    for_each_in_use(layer, [&](int i) { state.arrays.emplace_back(distances_->span(i)); });
    if (!search_) return state;
    state.numbers["level"] = {static_cast<std::uint64_t>(search_->level())};
    state.numbers["expanded"] = {search_->expanded()};
    state.arrays.emplace_back(search_->marks());
    return state;
  }

  void restore(Driver& driver, const SavedRun& saved) override {
    if (saved.place().at == RunPlace::At::forward) {
      make_explorer(driver);
      return explorer_->restore(saved);
    }
    std::size_t array = 0;
    for (const auto layers = saved.number("layers"); array < layers; ++array) {
      layers_.push_back({.positions = CodeSet::from_bytes(saved.read_vector<std::byte>(array)),
                         .reached = saved.list("reached").at(array)});
    }
    end_exploring();
    driver.limit().require(memory(0));
    at_work_ = static_cast<int>(saved.place().step);
    for (int layer = 0; layer < at_work_; ++layer) searched_ += set(layer).size();
    make_distances(at_work_);
    for_each_in_use(at_work_, [&](int i) { saved.read(array++, distances_->span(i)); });
    if (!saved.inside_step()) return;
    make_search(driver);
    saved.read(array++, search_->marks());
    search_->restore(saved.number<int>("level"), saved.number("expanded"));
  }

  // --- Reporting --------------------------------------------------------------------------------

  SolveProgress progress(Phase phase) const override {
    if (explorer_) {
      return {.phase = phase,
              .group = game_.layer_name(explorer_->layer()),
              .done = explorer_->positions()};
    }
    if (layers_.empty()) return {.phase = phase, .total = 1};
    SolveProgress p{.phase = phase, .group = game_.layer_name(at_work_)};
    const std::uint64_t here = search_ ? search_->expanded() : 0;
    p.level = search_ ? search_->level() : 0;
    p.done = searched_ + here;
    p.total = std::max<std::uint64_t>(1, total_);
    p.fraction = static_cast<double>(here) /
                 static_cast<double>(std::max<std::uint64_t>(1, set(at_work_).size()));
    return p;
  }

 private:
  using Explorer = IndexExplorer<Game, Part>;
  using Search = LayerSearch<Game, Part>;
  using Storage = LayerDistances::Storage;

  int layers() const { return static_cast<int>(layers_.size()); }
  const CodeSet& set(int layer) const { return layers_[static_cast<std::size_t>(layer)].positions; }

  void make_explorer(Driver& driver) {
    if (!explorer_) explorer_.emplace(game_, Explorer::Keep::all, driver.threads(), part_);
  }
  void end_exploring() {
    drop_empty_layers(layers_);
    for (const ExploredLayer& layer : layers_) total_ += layer.positions.size();
    distances_.emplace(layers_);
  }

  // Calls visit(i) for the layers whose distances are in use when one of them is searched: that
  // one, and those that it or lower ones lead to.
  template <class Visit>
  void for_each_in_use(int layer, Visit&& visit) const {
    for (int i = layer; i < layers(); ++i)
      if (i == layer || game_.lowest_user(i) <= layer) visit(i);
  }
  void make_distances(int layer) {
    for_each_in_use(layer, [&](int i) { distances_->make(i); });
  }
  void arrive_at(const Located& start) {
    const Location location = part_.location(start);
    if (part_.is_own(location))
      distances_->arrive(start.layer, set(start.layer).find(location.place).value(), 0);
  }
  void make_search(Driver& driver) {
    search_ = std::make_unique<Search>(game_, part_, *distances_, at_work_, driver.threads());
  }

  // Of all processes, ascending.
  std::vector<int> plies_that_occur(int layer) {
    std::vector<std::uint64_t> kinds(std::size_t{65536} / 64);  // bits, by plies
    for (std::uint64_t i = 0; i < set(layer).size(); ++i) {
      const int plies = distances_->plies(layer, i);
      // (Only a mistake in a game's rules could lead here.)
      if (plies < 0) throw Error("No way leads to a position that was found before.");
      const auto k = static_cast<std::size_t>(plies);
      kinds[k / 64] |= std::uint64_t{1} << k % 64;
    }
    if (part_.cluster() != nullptr) part_.cluster()->reduce(kinds, Cluster::Reduction::either);
    std::vector<int> result;
    for (std::size_t k = 0; k < 64 * kinds.size(); ++k)
      if ((kinds[k / 64] >> k % 64 & 1) != 0) result.push_back(static_cast<int>(k));
    return result;
  }

  const Game& game_;
  const Part& part_;
  std::optional<Explorer> explorer_;         // while exploring
  std::vector<ExploredLayer> layers_;        // after that
  std::optional<LayerDistances> distances_;  // of them
  std::unique_ptr<Search> search_;           // of the step
  int at_work_ = 0;                          // the layer of the step
  std::uint64_t total_ = 0, searched_ = 0;   // own positions; those of finished steps
  Driver driver_;
};

}  // namespace zermelo
