// SPDX-License-Identifier: MIT
// What a caller can specify for solving Connect Four by the hybrid, and what is reported to it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "symbolic/bdd/progress_text.h"

namespace zermelo::symbolic {

// How many boards of a layer have each outcome.
struct OutcomeCounts {
  std::uint64_t first_wins = 0, second_wins = 0, draws = 0;
  std::uint64_t lines = 0;  // of those that are won, how many are by a line on the board

  std::uint64_t boards() const { return first_wins + second_wins + draws; }
  OutcomeCounts& operator+=(const OutcomeCounts& more) {
    first_wins += more.first_wins;
    second_wins += more.second_wins;
    draws += more.draws;
    lines += more.lines;
    return *this;
  }
  bool operator==(const OutcomeCounts&) const = default;
};

// The nodes of the diagrams of boards in which the game goes on and that each player wins, or
// nobody.
struct OutcomeNodes {
  std::uint64_t first_wins = 0, draws = 0, second_wins = 0;

  bool operator==(const OutcomeNodes&) const = default;
};

// How to find out what boards are worth.
enum class HybridMethod {
  hybrid,  // sets until they do not fit any more, then bits
  bits,
  sets,
  none,  // only the boards are found
};

// How to see that the game has ended on a board of Connect Four, while outcomes are found by bits:
// the paper's three ways (Tables 3 and 4).
enum class GoalTest {
  direct,      // look for a line on the board
  diagram,     // look it up in the diagram of ended games
  successors,  // no move leads to a board of the layer above (in the last layer: look for a line)
};

// Layers by number of stones, both ends included.
struct LayerRange {
  int fewest = 0, most = 0;
};

// A layer: the boards with a given number of stones; of games other than Connect Four, its number.
struct HybridLayer {
  int stones = 0;
  std::uint64_t boards = 0;
  std::uint64_t nodes = 0;          // of their diagram, as the library counts them
  std::uint64_t diagram_bytes = 0;  // in memory, frozen
  std::uint64_t vector_bytes = 0;   // of outcomes
  double forward_seconds = 0;
  // If it has been solved:
  bool solved = false;
  std::uint64_t outcome_nodes = 0;  // of the diagram of all outcomes; 0: it was solved by bits
  OutcomeNodes going_on_nodes;      // likewise
  OutcomeCounts counts;
  double backward_seconds = 0;

  // The outcomes of the boards of Connect Four in which the game goes on: without lines, which
  // belong to the player who has just moved, and without full boards.
  OutcomeCounts going_on() const {
    OutcomeCounts rest = counts;
    (stones % 2 == 0 ? rest.second_wins : rest.first_wins) -= counts.lines;
    rest.lines = 0;
    if (is_last) rest.draws = 0;
    return rest;
  }
  bool is_last = false;  // of full boards
};

struct HybridOptions {
  HybridMethod method = HybridMethod::hybrid;
  GoalTest goal_test = GoalTest::direct;
  // Only these layers of Connect Four, and no table: `table` names the folder in which they stay.
  // If they are to be solved, they end with the full board. Then memory is asked for layer by
  // layer, so that those that fit are solved before one that does not is OutOfMemory.
  std::optional<LayerRange> layers = {};
  std::uint64_t memory = std::uint64_t{4} << 30;  // bytes, for diagrams being made or for bits
  int threads = 0;                                // 0: all processors
  // The table of the result; nothing: no table is written. With `resume` an interrupted run for the
  // same file goes on; its layers are in PATH.layers until then.
  std::optional<std::string> table;
  std::string creator;  // program and version, for the table
  bool resume = false;
  bool force = false;  // also replace the table of another game, or of another kind
  double checkpoint_seconds = 300;
  const std::atomic<bool>* stop = nullptr;
  ProgressText progress = {};
  // Called for every layer that is solved, in that order. If none is to be solved, or not all could
  // be found, or the memory is too small to solve them, it is called for every layer that was
  // found.
  std::function<void(const HybridLayer&)> layer = {};
};

struct HybridReport {
  std::vector<HybridLayer> layers;   // by stones; those of the range, if there is one
  bool was_complete = false;         // resuming found the table finished; there are no layers
  std::uint64_t planned_memory = 0;  // bytes that solving takes
  double seconds = 0;

  OutcomeCounts total() const;
  std::uint64_t boards() const;
};

}  // namespace zermelo::symbolic
