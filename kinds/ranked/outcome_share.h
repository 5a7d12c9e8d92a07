// SPDX-License-Identifier: MIT
// The outcomes of a layer as the ranks of a cluster share them: each has those of neighbouring
// boards. (A rank of the cluster is a process here, that of a board its number in its diagram.)
#pragma once

#include <cstdint>
#include <vector>

#include "kinds/ranked/outcome_vector.h"
#include "tablebase/distributed/cluster.h"

namespace zermelo::symbolic {

// Boards that are packed together in a table (kinds/ranked/outcome_table.h). A share begins at
// the start of such a run.
inline constexpr std::uint64_t outcome_run = 1024;

// What one process has. To be moved, not copied, if it is large.
class OutcomeShare {
 public:
  // An empty share, of a layer without boards.
  OutcomeShare() : OutcomeShare(0) {}
  // The whole layer, for a single process.
  explicit OutcomeShare(std::uint64_t boards) : OutcomeShare({0, boards}, 0) {}
  // Process `rank` is to compute the boards cuts[rank]..cuts[rank+1]-1; cuts ascend from 0 to the
  // number of boards, one more than there are processes. They are the same on all.
  OutcomeShare(std::vector<std::uint64_t> cuts, int rank);

  // Cuts for shares of the same size, each at the beginning of a run.
  static std::vector<std::uint64_t> even_cuts(std::uint64_t boards, int processes);
  // The most that a process takes for its share, in bytes, if no cut is further than `slack` boards
  // from an even one.
  static std::uint64_t bytes(std::uint64_t boards, int processes, std::uint64_t slack = 0);

  std::uint64_t boards() const { return cuts_.back(); }
  // What this process computes; what it has afterwards; and what any has.
  RankRange computed() const { return {cuts_[rank_], cuts_[rank_ + 1]}; }
  RankRange own() const { return owned(rank_); }
  RankRange owned(std::size_t process) const {
    return {run_begin(cuts_[process]), run_begin(cuts_[process + 1])};
  }
  // Which process has a board.
  std::size_t owner(std::uint64_t board) const;

  // The outcomes of what this process computes and of what it has; place 0 is that of board
  // first(), the beginning of a run.
  std::uint64_t first() const { return first_; }
  OutcomeVector& outcomes() { return outcomes_; }
  const OutcomeVector& outcomes() const { return outcomes_; }

  // Collective, after all processes have computed: gives what is before the beginning of the first
  // run to the process that has the run it belongs to.
  void settle(Cluster& cluster);

 private:
  // A cut moves to the beginning of the next run, or to the end.
  std::uint64_t run_begin(std::uint64_t cut) const;

  std::vector<std::uint64_t> cuts_;
  std::size_t rank_;
  std::uint64_t first_;
  OutcomeVector outcomes_;
};

}  // namespace zermelo::symbolic
