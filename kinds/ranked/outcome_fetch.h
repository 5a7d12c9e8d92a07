// SPDX-License-Identifier: MIT
// Outcomes that other processes have: whole ranges of boards are requested in bulk, and are then
// side by side in one vector.
#pragma once

#include <cstdint>
#include <vector>

#include "kinds/ranked/outcome_vector.h"
#include "tablebase/distributed/cluster.h"

namespace zermelo::symbolic {

// What fetching has cost a process so far.
struct FetchCounts {
  std::uint64_t local = 0;   // boards of its own that it looked at
  std::uint64_t asked = 0;   // boards of others
  std::uint64_t ranges = 0;  // and in this many ranges
  std::uint64_t bytes = 0;   // of questions and answers that it sent
  std::uint64_t rounds = 0;
  double waiting = 0;     // seconds until the other processes were also ready for a round
  double exchanging = 0;  // seconds of sending and receiving
};

// The outcomes of some ranges of a layer's boards. Ranges are rounded to whole words, and fetched
// once where they overlap.
class FetchedOutcomes {
 public:
  // About how many bytes the ranges take if none overlap.
  static std::uint64_t bytes(const std::vector<RankRange>& ranges);

  // Collective: each process fetches ranges of its own, in any order; some may be empty. What was
  // fetched before is discarded. Sends and receives about `buffer` bytes at once, which must be the
  // same number on all processes.
  void fetch(Cluster& cluster, const OutcomeShare& share, std::vector<RankRange> ranges,
             std::uint64_t buffer, FetchCounts& counts);

  // The place of a board in the vector; it is in one of the ranges.
  std::uint64_t place(std::uint64_t board) const;
  const OutcomeVector& outcomes() const { return outcomes_; }

 private:
  // Words begin..begin+count-1 of the layer, which are at `place` here.
  struct Stretch {
    std::uint64_t begin, count, place;
  };
  // A part of a stretch that one process has and that is fetched in one round.
  struct Part {
    std::uint64_t round, owner, begin, count, place;
  };
  static std::vector<Stretch> stretches_of(std::vector<RankRange> ranges);
  // Copies what is here; returns the rest, ordered by round and owner.
  std::vector<Part> divide(const OutcomeShare& share, std::size_t here, std::size_t processes,
                           std::uint64_t buffer, FetchCounts& counts);
  void exchange(Cluster& cluster, const OutcomeShare& share, const Part* first, const Part* end,
                FetchCounts& counts);

  std::vector<Stretch> stretches_;
  OutcomeVector outcomes_;
};

}  // namespace zermelo::symbolic
