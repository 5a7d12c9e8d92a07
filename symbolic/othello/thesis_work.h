// SPDX-License-Identifier: MIT
// The thesis's experiments (symbolic/othello/othello_thesis.h) as work for a process of its own,
// with the task and the results as JSON.
#pragma once

#include <string>

#include "symbolic/bdd/isolated.h"
#include "symbolic/othello/othello_thesis.h"

namespace zermelo::symbolic {

// What to find out: the result of an algorithm, or else how many steps there are, or else the sizes
// of what algorithms begin with.
struct ThesisExperiment {
  ThesisOptions options;
  bool runs_algorithm = false;
  bool counts_steps = false;
  bool with_relation = false;  // also the size of the relation of all moves
};

// The experiment as JSON: the input of thesis_work.
std::string describe(const ThesisExperiment& experiment);

// What it returns, and also reports after each iteration (`complete` is then false): `library`,
// `rows`, `cols`, `encoding`, `order`, `turn`, `wins`, `algorithm` (or null); `complete` and
// `result`, or `steps`, or `sizes`; `processor_seconds` and `memory_bytes` of the process.
extern const IsolatedWork thesis_work;

}  // namespace zermelo::symbolic
