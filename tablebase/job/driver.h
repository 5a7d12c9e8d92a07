// SPDX-License-Identifier: MIT
// The one loop of all long runs (docs/architecture.md, "A long run"): solving, searching from the
// start, the hybrid. A kind of table provides hooks; the driver asks for memory, goes forward,
// takes step after step, writes, saves when it is time, and goes on after an interruption.
//
// Pausing, saving and reporting are decided here and nowhere else, so that a run over several
// machines has one place in which all of them agree, and a caller's progress function may throw.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tablebase/distributed/cluster.h"
#include "tablebase/format/table_file.h"
#include "tablebase/job/memory_limit.h"
#include "tablebase/job/run_state.h"
#include "tablebase/job/solve_options.h"
#include "tablebase/job/table_job.h"

namespace zermelo {

class Driver;

// What a kind of table does of its own. The driver calls from one thread; `progress` is called from
// any, while `forward` or `step` is at work.
class TableWork {
 public:
  using Phase = SolveProgress::Phase;
  virtual ~TableWork() = default;

  // --- Memory ---

  // What the run takes from `step` on, as far as is known by now. Called before anything is begun,
  // after a state was restored, after every call of forward(), and when a step is taken again.
  virtual MemoryNeed memory(std::size_t step) const = 0;
  // As WhatFits: called only if the work does not fit.
  virtual std::string what_fits(std::uint64_t) const { return {}; }

  // What the caller is told before anything begins; called at most once. (The driver makes sure
  // that the memory is at least what memory() says.)
  virtual SolveEstimate estimate(int /*threads*/) { return {}; }

  // --- Forward ---

  // Goes on with what has to be found before the first step. Returns whether everything is found;
  // between two calls it can be saved. Returns early when the driver should pause.
  virtual bool forward(Driver&) { return true; }

  // --- Steps: a group or a layer each ---

  // To be called after forward().
  virtual std::size_t steps() const = 0;
  // Prepares for a step; not called if the step goes on in the middle.
  virtual void begin(Driver&, std::size_t) {}
  enum class StepEnd {
    done,
    paused,     // in the middle, where it can be saved; to be called again
    dropped,    // the caller asked to stop: its work is lost, as if it had not been begun
    again,      // is to be begun again, with what memory() says now
    from_start  // all steps are to be taken again, likewise
  };
  virtual StepEnd step(Driver&, std::size_t step) = 0;
  // Writes the step's slices, and releases what no later step needs. Not called without a table.
  virtual void write(Driver&, std::size_t step) = 0;
  virtual void end(Driver&, std::size_t) {}  // after write, also without a table
  // The order in which the table lists its slices.
  virtual TableWriter::Order order() const { return TableWriter::Order::as_written; }

  // --- State ---

  // What `restore` needs to make the place what it is now.
  virtual RunState save(const RunPlace& place) = 0;
  virtual void restore(Driver&, const SavedRun& saved) = 0;

  // --- Reporting ---

  // `fraction` is how much of the way forward, or of the current step, is done.
  virtual SolveProgress progress(Phase phase) const = 0;
  // Estimates: which fraction of the whole work going forward is, and the weights of the steps
  // relative to each other.
  virtual double forward_share() const { return 0; }
  virtual double weight(std::size_t) const { return 1; }

  // Positions, members and levels are counted by the work and saved by the driver, which fills in
  // the rest.
  SolveReport report;
};

class Driver {
 public:
  // `path` and what follows are as for TableJob. The work must outlive the driver. With a cluster,
  // every rank has a driver with work of the same kind and calls the same; a step must end the same
  // way on all of them.
  Driver(TableWork& work, TableHeader header, std::string path, SolveOptions options,
         Cluster* cluster = nullptr, TableJob::RankStates states = TableJob::RankStates::each);

  // To be called once. Throws Interrupted after a stop, OutOfMemory, FileError, DamagedTable, and
  // what the caller's progress function throws.
  SolveReport run();

  // --- For the work ---

  using Phase = SolveProgress::Phase;
  int threads() const { return job_.options().threads; }
  const SolveOptions& options() const { return job_.options(); }
  const MemoryLimit& limit() const { return limit_; }
  TableWriter& writer() { return job_.writer(); }
  // Whether to come to rest; whether only because a stop was requested, or also to save.
  // Thread-safe. (For this rank only: for work that pauses all ranks if one of them should.)
  bool stopped() const { return job_.stopped(); }
  bool should_pause(Phase phase) {
    return job_.should_pause([&] { return progress(phase); });
  }
  // Reports to the caller now.
  void show(Phase phase) { job_.show(progress(phase)); }

 private:
  SolveReport run_to_end();
  // Where the run is to continue.
  RunPlace restore();
  void go_forward();
  void take_steps(RunPlace place);
  void take_step(RunPlace& place);
  void save(const RunPlace& place);
  void require_memory(std::size_t step);
  void tell_estimate(std::size_t step);
  // To be called between two pieces of work: whether one of the ranks should pause; then all do.
  bool all_pause(Phase phase);

  SolveProgress progress(Phase phase) const;
  // For progress: the weights of the steps, and how much of them is done.
  void weigh(std::size_t step);

  TableWork& work_;
  Cluster* cluster_;
  TableJob job_;
  MemoryLimit limit_;
  struct {
    bool forward = true;
    double before = 0, now = 0, all = 1;
  } share_;
};

}  // namespace zermelo
