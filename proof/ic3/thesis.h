// SPDX-License-Identifier: MIT
// IC3 for games as J. Zandvliet's thesis has it ("Adapting IC3 for Combinatorial Two-Player Games",
// Leiden 2020, chapter 3): Algorithm 2 with the hasCTI of Algorithm 4, whose second half is
// Algorithm 3, two SAT solvers in turn. It is here for comparison with ours (proof/ic3/ic3.h). With
// generalisation it can call a game won that is not (docs/proofs.md, "Unsound as published").
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "proof/ic3/ic3.h"
#include "proof/ic3/turn_game.h"

namespace zermelo::proof {

struct ThesisIc3Options {
  // Of counterexamples in which Alice is to move, as in the starred rows of Table 5.1.
  bool generalise = false;
  std::function<bool()> stop;  // called often
  std::function<void(const Ic3Statistics&)> progress;
  // Called with one line for everything that happens in section 3.2's example: a new frame, an
  // obligation and its counterexample.
  std::function<void(const std::string&)> trace;
};

struct ThesisIc3Result {
  // A win ("reachable"): Alice can force one. Unknown only if options.stop said so.
  Verdict verdict = Verdict::unknown;
  // `depth`: the frontier k. `obligations`: how often one was handled (Algorithm 2, line 10).
  // `blocked`: the clauses of all frames together.
  Ic3Statistics statistics;
};

ThesisIc3Result solve_as_in_thesis(const TurnGame& game, const ThesisIc3Options& options = {});

}  // namespace zermelo::proof
