// SPDX-License-Identifier: MIT
// A whole solve of a game of one's own: find all states and moves, go back from the ends, write the
// table. Where the rules have `unmoves`, moves are not kept: going back asks for them again.
// (Rules with `layer` are solved by kinds/own/layered_solve.h.)
#pragma once

#include <memory>
#include <string>

#include "kinds/own/graph.h"
#include "kinds/own/listing.h"
#include "kinds/own/unmoves.h"
#include "kinds/own/values.h"
#include "tablebase/job/driver.h"

namespace zermelo {

// Each object is for one use.
class OwnSolve final : public TableWork {
 public:
  // The program must outlive the solve.
  OwnSolve(const OwnProgram& program, TableHeader header, const std::string& path,
           SolveOptions options);

  // Throws as Driver::run, and RulesError.
  SolveReport run() { return driver_.run(); }

  MemoryNeed memory(std::size_t step) const override;
  bool forward(Driver& driver) override;
  double forward_share() const override { return asks_unmoves() ? 0.5 : 0.75; }
  std::size_t steps() const override { return 1; }
  void begin(Driver& driver, std::size_t step) override;
  StepEnd step(Driver& driver, std::size_t step) override;
  void write(Driver& driver, std::size_t step) override;
  RunState save(const RunPlace& place) override;
  void restore(Driver& driver, const SavedRun& saved) override;
  SolveProgress progress(Phase phase) const override;

 private:
  bool asks_unmoves() const { return graph_.keeps == OwnKeeps::counts; }
  bool lists_fit(const MemoryLimit& limit) const;
  void end_exploring(const MemoryLimit& limit);
  void make_values(Driver& driver);

  const OwnProgram& program_;
  OwnGraph graph_;
  std::unique_ptr<OwnExplorer> explorer_;
  std::unique_ptr<OwnReverseEdges> reverse_;
  OwnUnmoves* unmoves_ = nullptr;  // the same, if that is what it is
  std::unique_ptr<OwnValues> values_;
  Driver driver_;
};

}  // namespace zermelo
