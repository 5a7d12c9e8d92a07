// SPDX-License-Identifier: MIT
// Solves safety games with sets of states as decision diagrams: from the set of all states, those
// are removed in which the environment has inputs that no answer of the controller's survives,
// until nothing more is removed.
#pragma once

#include <array>

#include "proof/aiger/aiger.h"
#include "symbolic/bdd/bdd.h"
#include "symbolic/bdd/isolated.h"

namespace zermelo::proof {

struct SafetySets {
  bool realizable = false;
  int iterations = 0;
  AigerFile circuit;  // the winner's, as from closed_circuit; empty if none was wanted
};

struct SafetySetsOptions {
  symbolic::BddOptions bdd = {.reorder = true};
  // Which of variable_orders the variables have at first.
  std::size_t order = 0;
  // Whether the winner's circuit is wanted; it can take as long as finding who wins.
  bool with_circuit = true;
};

// Throws UsageError if the file is not a safety game, OutOfNodes. What holds of BddManager holds
// here: only one at a time in a process.
SafetySets solve_safety_by_sets(const AigerFile& file, const SafetySetsOptions& options,
                                const symbolic::ProgressText& progress);
// The same in processes of their own (symbolic/bdd/isolated.h); options.memory is set from `sets`.
// Both orders are tried, with little memory at first, as one may need far more than the other:
// `sets.order` does not matter.
SafetySets solve_safety_by_sets_isolated(const AigerFile& file, SafetySetsOptions sets,
                                         symbolic::IsolatedOptions options);
extern const symbolic::IsolatedWork solve_safety_by_sets_work;

}  // namespace zermelo::proof
