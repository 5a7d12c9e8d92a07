// SPDX-License-Identifier: MIT
// The experiments of S. van Dijk's thesis "Solving Othello using BDDs" (Leiden, 2019): its five
// algorithms (chapters 6 and 7), and the sizes of the diagrams on the way.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "symbolic/bdd/bdd.h"
#include "symbolic/bdd/big_count.h"
#include "symbolic/bdd/progress_text.h"
#include "symbolic/model/othello_model.h"

namespace zermelo::symbolic {

enum class ThesisAlgorithm {
  reachable = 1,             // breadth first from the start (Algorithm 2)
  backward = 2,              // retrograde analysis (Algorithm 1)
  backward_reachable = 3,    // among the reachable states (Algorithm 3)
  sweep_line = 4,            // by number of discs (Algorithm 4)
  sweep_line_reachable = 5,  // both
};

struct ThesisOptions {
  OthelloModelOptions model;
  ThesisAlgorithm algorithm = ThesisAlgorithm::sweep_line_reachable;
  // Whose wins are sought. The thesis's program seeks White's (its text Black's).
  bool white_wins = true;
  BddOptions bdd;
};

// The state after an iteration. The first one is what the algorithm starts with.
struct ThesisIteration {
  int number = 0;
  BigCount states = 0;      // in the set
  std::uint64_t nodes = 0;  // of its diagram
};

struct ThesisResult {
  std::vector<ThesisIteration> iterations;
  std::uint64_t peak_nodes = 0;  // of all iterations
  // Algorithms 1, 3 and 5: reachable states and the nodes of their diagram. For algorithm 5, whose
  // reachable states are kept by number of discs, all nodes of these diagrams.
  std::optional<BigCount> reachable;
  std::optional<std::uint64_t> reachable_nodes;
  // Algorithms 2 to 5: whether the start is a win for the side whose wins are sought.
  std::optional<bool> start_is_won;
};

// What is known about the model before any search (Tables 7.1 and 7.3).
struct ThesisSizes {
  std::uint64_t initial_nodes = 0;
  std::uint64_t relation_nodes = 0;  // equation 4.13; 0 if it was not asked for
  // The set of immediately won states as the thesis's program builds it; in the standard encoding
  // it includes codes that mean nothing. Then the set of states alone.
  std::uint64_t won_nodes = 0, won_states_nodes = 0;
  BigCount won_states = 0;  // both turns counted
};

// e_ij: pairs of states that T_ij relates, counted in its diagram and by equation 5.3. Both of
// square row * cols + col.
struct StepCount {
  int square = 0;
  std::uint64_t nodes = 0;
  BigCount counted = 0, formula = 0;
};

// What has been found after an iteration.
using ThesisSoFar = std::function<void(const ThesisResult& result)>;

// All throw OutOfNodes (see symbolic/bdd/bdd.h).
ThesisResult run_thesis(const ThesisOptions& options, const ProgressText& progress,
                        const ThesisSoFar& so_far = {});
ThesisSizes thesis_sizes(const ThesisOptions& options, bool with_relation);
std::vector<StepCount> count_thesis_steps(const ThesisOptions& options,
                                          const ProgressText& progress);
// Equation 5.3.
BigCount step_count_formula(int rows, int cols, int square);

}  // namespace zermelo::symbolic
