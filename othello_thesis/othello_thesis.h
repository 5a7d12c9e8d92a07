// SPDX-License-Identifier: MIT
// The experiments of S. van Dijk's thesis "Solving Othello using BDDs" (Leiden, 2019): its five
// algorithms (chapters 6 and 7), and the sizes of the diagrams on the way.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "othello_thesis/thesis_moves.h"
#include "symbolic/bdd/bdd.h"
#include "symbolic/bdd/count_states.h"
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
  ThesisRelation relation = ThesisRelation::partitioned;
  BddOptions bdd;
};

// The state after an iteration. The first one is what the algorithm starts with.
struct ThesisIteration {
  int number = 0;
  BigCount states = 0;  // in the set
  DiagramSize size;
};

struct ThesisResult {
  std::vector<ThesisIteration> iterations;
  DiagramSize peak;  // of all iterations
  // Algorithms 1, 3 and 5: reachable states and their diagram. Algorithm 5 keeps them by number of
  // discs: all nodes of these diagrams, those that they share once.
  std::optional<BigCount> reachable;
  std::optional<DiagramSize> reachable_size;
  // Algorithms 2 to 5: whether the start is a win for the side whose wins are sought.
  std::optional<bool> start_is_won;
};

// What is known about the model before any search (Tables 7.1 and 7.3).
struct ThesisSizes {
  DiagramSize initial;
  // If they were asked for: equation 4.13, and the m * n + 1 relations that it is the union of.
  std::optional<DiagramSize> relation, partitioned;
  // The immediately won states; both turns are counted.
  DiagramSize won;
  BigCount won_states = 0;
  // The same as the thesis's program builds it: in the standard encoding with codes that mean
  // nothing (which are not counted as states), on an odd number of squares without full boards that
  // are won by one disc.
  DiagramSize program_won;
  BigCount program_won_states = 0;
};

// e_ij: pairs of states that T_ij relates, counted in its diagram and by equation 5.3. Both of
// square row * cols + col.
struct StepCount {
  int square = 0;
  DiagramSize size;
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
