// SPDX-License-Identifier: MIT
// What a caller can specify for a solve, and what is reported to it while the solve runs.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "gen/cxx_standard.h"

namespace zermelo {

struct SolveProgress {
  enum class Phase { enumerating, initialising, propagating, writing, saving };
  Phase phase;
  std::string group = {};  // names of the current slices, "4-4" or "4-5 5-4"
  int level = 0;           // plies, while propagating
  // Members of the group decided (or, initialising, looked at); enumerating, positions found.
  std::uint64_t done = 0;
  std::uint64_t total = 0;  // members of the group
  double share = 0;         // of enumerating, an estimate between 0 and 1 that never becomes less
  double fraction = 0;      // of the whole work, an estimate between 0 and 1
  double seconds = 0;       // since the start of this run
};

// What to expect of a solve before it begins; 0 stands for what is not known.
struct SolveEstimate {
  std::uint64_t index = 0;   // how many positions the index numbers, reached or not
  std::uint64_t memory = 0;  // bytes
  double seconds = 0;        // of the whole work
};

// Memory limits that are not a number of bytes: what the machine has free when the work begins; and
// no limit.
inline constexpr std::uint64_t free_memory_limit = 0;
inline constexpr std::uint64_t no_memory_limit = ~std::uint64_t{0};

struct SolveOptions {
  int threads = 0;  // 0: all processors
  // Bytes, or one of the above. Work that needs more is refused, at once if that is known
  // beforehand.
  std::uint64_t memory_limit = free_memory_limit;
  bool resume = false;              // go on from PATH.checkpoint if it is there
  bool force = false;               // replace also the table of another game, or of another kind
  double checkpoint_seconds = 300;  // between checkpoints; never less than a millisecond
  bool force_wide_words = false;    // the widest words from the start; for tests
  // Called once before the work begins, or goes on from a checkpoint; not if the table is complete.
  // May be empty. What it throws ends the run.
  std::function<void(const SolveEstimate&)> estimate = {};
  const std::atomic<bool>* stop = nullptr;  // set it to stop: a checkpoint is saved
  // Called from one thread at a time, but not always the same one. May be empty. If it throws, the
  // run is stopped as by `stop`, and the exception is thrown again.
  std::function<void(const SolveProgress&)> progress = {};
  double progress_seconds = 0.25;  // between calls; 0: wherever the run can be stopped
};

struct SolveReport {
  std::uint64_t positions = 0, members = 0;
  std::uint64_t planned_memory = 0;  // bytes
  std::uint64_t table_bytes = 0;
  int levels = 0;             // plies of the longest value
  double seconds = 0;         // of this run
  bool was_complete = false;  // resume found the table finished
};

}  // namespace zermelo
