// SPDX-License-Identifier: MIT
// A whole board of Connect Four by the hybrid (symbolic/hybrid.h): forward layers as decision
// diagrams on disk; backward by sets as long as their diagrams fit, and then by bit vectors, two
// layers in memory. The paper proposes to switch, and did not build it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gen/connect/parameters.h"
#include "symbolic/outcome_vector.h"
#include "symbolic/progress_text.h"
#include "tablebase/table_file.h"

namespace zermelo::symbolic {

// How to find out what boards are worth.
enum class HybridMethod {
  hybrid,  // sets until they do not fit any more, then bits
  bits,
  sets,
  none,  // only the boards are found
};

// A layer: the boards with so many stones.
struct HybridLayer {
  int stones = 0;
  std::uint64_t boards = 0;
  std::uint64_t nodes = 0;          // of their diagram, as the library counts them
  std::uint64_t diagram_bytes = 0;  // in memory, frozen
  std::uint64_t vector_bytes = 0;   // of outcomes
  double forward_seconds = 0;
  // If it has been solved:
  bool solved = false;
  std::uint64_t outcome_nodes = 0;  // of the sets that the players win; 0: it was solved by bits
  OutcomeCounts counts;
  double backward_seconds = 0;
};

struct HybridOptions {
  HybridMethod method = HybridMethod::hybrid;
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes, for diagrams in the making or for bits
  int threads = 0;                                // 0: all processors
  // The table of the result; nothing: none. With `resume` an interrupted run for the same file goes
  // on; its layers are in PATH.layers until then.
  std::optional<std::string> table;
  std::string creator;  // program and version, for the table
  bool resume = false;
  double checkpoint_seconds = 300;
  const std::atomic<bool>* stop = nullptr;
  ProgressText progress = {};
  // Called for every layer that is solved, in that order. If none is to be, or not all could be
  // found, or the memory is too small to solve them, for every layer that was found.
  std::function<void(const HybridLayer&)> layer = {};
};

struct HybridReport {
  std::vector<HybridLayer> layers;  // by stones
  bool was_complete = false;        // resuming found the table finished; there are no layers
  double seconds = 0;

  OutcomeCounts total() const;
  std::uint64_t boards() const;
};

// Throws UsageError for a board that is too large, OutOfNodes if the layers' diagrams do not fit
// into the memory (with HybridMethod::sets, also those of outcomes), OutOfMemory if the bit vectors
// do not, Interrupted, FileError.
HybridReport solve_hybrid(const connect::Parameters& game, const HybridOptions& options);

}  // namespace zermelo::symbolic
