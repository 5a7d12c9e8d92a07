// SPDX-License-Identifier: MIT
// Solves safety games with sets of states as decision diagrams: from the set of all states, those
// are removed in which the environment has inputs that no answer of the controller's survives,
// until nothing more is removed.
#pragma once

#include "proof/aiger/aiger.h"
#include "symbolic/bdd/bdd.h"
#include "symbolic/bdd/isolated.h"

namespace zermelo::proof {

struct SafetySets {
  bool realizable = false;
  int iterations = 0;
  AigerFile circuit;  // the winner's, as from winning_circuit (proof/synthesis/safety_game.h)
};

// Throws UsageError if the file is not a safety game, OutOfNodes.
SafetySets solve_safety_by_sets(const AigerFile& file, const symbolic::BddOptions& options,
                                const symbolic::ProgressText& progress);
// The same in a process of its own (symbolic/bdd/isolated.h); options.memory is set from `bdd`.
SafetySets solve_safety_by_sets_isolated(const AigerFile& file, const symbolic::BddOptions& bdd,
                                         symbolic::IsolatedOptions options);
extern const symbolic::IsolatedWork solve_safety_by_sets_work;

}  // namespace zermelo::proof
