// SPDX-License-Identifier: MIT
// A whole solve of a game of one's own whose rules have `layer`: find all states, then go from the
// last layer down. Moves are not kept but asked for again; only those that stay in the layer at
// work take memory, while it is at work.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "kinds/own/graph.h"
#include "kinds/own/layers.h"
#include "kinds/own/listing.h"
#include "kinds/own/values.h"
#include "tablebase/job/driver.h"

namespace zermelo {

// Each object is for one use. It writes the bytes that OwnSolve writes.
class OwnLayeredSolve final : public TableWork {
 public:
  // The program must outlive the solve.
  OwnLayeredSolve(const OwnProgram& program, TableHeader header, const std::string& path,
                  SolveOptions options);

  // Throws as Driver::run, and RulesError.
  SolveReport run() { return driver_.run(); }

  MemoryNeed memory(std::size_t step) const override;
  bool forward(Driver& driver) override;
  double forward_share() const override { return 0.4; }
  std::size_t steps() const override { return layers_.size(); }
  double weight(std::size_t step) const override { return layer_of(step).states.size(); }
  void begin(Driver& driver, std::size_t step) override;
  StepEnd step(Driver& driver, std::size_t step) override;
  void write(Driver& driver, std::size_t step) override;
  RunState save(const RunPlace& place) override;
  void restore(Driver& driver, const SavedRun& saved) override;
  SolveProgress progress(Phase phase) const override;

 private:
  class Worker;
  struct Found;

  std::size_t number_of(std::size_t step) const { return layers_.size() - 1 - step; }
  const OwnLayer& layer_of(std::size_t step) const { return layers_[number_of(step)]; }
  OwnValues::Count count() const {
    return program_.traits().scores ? OwnValues::Count::scores : OwnValues::Count::plies;
  }
  void end_exploring();
  std::uint64_t bytes_of_layers() const;
  bool lists_fit(const OwnLayer& layer, const MemoryLimit& limit) const;
  void make_graph(Driver& driver, const OwnLayer& layer);
  bool find_moves(Driver& driver, const OwnLayer& layer);
  void take(std::uint32_t states, Found& found);
  void make_values(Driver& driver, const OwnLayer& layer);
  void keep_values(OwnLayer& layer);

  const OwnProgram& program_;
  std::string folder_;
  std::unique_ptr<OwnLayerExplorer> explorer_;
  OwnStateSet starts_;
  std::deque<OwnLayer> layers_;
  std::map<int, std::size_t> numbers_;  // of layers, by the number that the rules give them
  std::uint64_t total_ = 0, solved_ = 0, over_ = 0, digest_ = 0;
  // Of the layer at work.
  std::unique_ptr<OwnMoveGraph> graph_;
  std::unique_ptr<OwnReverseEdges> reverse_;
  std::unique_ptr<OwnValues> values_;
  Driver driver_;
};

}  // namespace zermelo
