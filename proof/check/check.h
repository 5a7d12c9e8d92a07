// SPDX-License-Identifier: MIT
// Checks a strategy against the rules of its game: its claim becomes formulas that a SAT solver
// must find unsatisfiable. The rules are those of the game's Boolean model; no code that makes
// strategies is used here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "proof/check/counterexample.h"
#include "proof/check/strategy.h"

namespace zermelo::proof {

struct CheckOptions {
  // Where each formula (NNN-what.cnf, DIMACS) and its proof (NNN-what.drat, binary DRAT) go, with a
  // list of them, which is written last (obligations.txt). In all formulas variable k + 1 is the
  // model's variable k, and the one after those says that White is to move. If there are cases,
  // cases.txt says what is true in each. The folder is created, and the files that an earlier
  // check's list names in it are removed. If the claim is not true, or the check does not come to
  // its end, none of its files are left. Empty: nothing is written.
  std::string proofs;
  int threads = 0;  // 0: one per processor
  // A strategy with more gates than this is checked case by case (proof/check/cases.h).
  std::size_t case_gates = 4000;
  // Both are called by several threads, one at a time.
  std::function<bool()> stop;                                           // called often
  std::function<void(std::uint64_t done, std::uint64_t all)> progress;  // after each formula
};

struct StrategyCheck {
  // Those that were shown unsatisfiable: one for each verification condition in each case, and, if
  // there are several cases, one for the fact that every state is in a case.
  std::uint64_t formulas = 0;
  std::optional<Counterexample> counterexample;

  bool ok() const { return !counterexample; }
};

// The verification conditions of a strategy with the set S are these. A state counts only if it is
// a board; it is as claimed if the game is over there as the owner claims, or if it is in S, with a
// smaller rank than before if ranks must fall (docs/proofs.md says that it fares well).
// - initiation: the start is as claimed, and its rank is within the claim;
// - progress: in a state of S the game goes on, some move is possible, and the rank of a win is at
//   least 1;
// - choice: where the owner is to move in S, the move named is possible;
// - consecution: where the owner is to move in S, the move named leads to a state as claimed (one
//   formula per move); where the other side is to move in S, each of its moves does (likewise).
// By induction over the rank, or over the plies played, they imply the claim.
//
// Throws UsageError if the game has no model or the strategy does not fit it, FileError,
// Interrupted.
StrategyCheck check_strategy(const Strategy& strategy, const CheckOptions& options = {});

}  // namespace zermelo::proof
