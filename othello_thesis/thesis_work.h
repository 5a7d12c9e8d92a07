// SPDX-License-Identifier: MIT
// The thesis's experiments (othello_thesis/othello_thesis.h) as work for a process of its own,
// with the task and the results as JSON.
#pragma once

#include <string>

#include "gen/connect/parameters.h"
#include "othello_thesis/othello_thesis.h"
#include "symbolic/bdd/isolated.h"

namespace zermelo::symbolic {

struct ThesisExperiment {
  enum class Subject {
    sizes,      // of what the algorithms begin with
    algorithm,  // options.algorithm
    steps,      // the pairs that T_ij relates
    ends,       // deadlocks and games that have ended
    growth,     // Table 7.3
    past_ends   // Figure 3.1: of `connect`; of the options, `bdd` matters
  };
  Subject subject = Subject::sizes;
  ThesisOptions options;
  bool with_relation = false;  // with the sizes: also those of the relation of all moves
  connect::Parameters connect = {};
};

// The experiment as JSON: the input of thesis_work.
std::string describe(const ThesisExperiment& experiment);

// What it returns, and also reports after each iteration of an algorithm (`complete` is then
// false): `library`, `rows`, `cols`, and of Othello `encoding`, `order`, `turn`, `wins`,
// `transitions`, `algorithm` (or null); `complete` and `result`, or `steps`, `ends`, `growth`,
// `layers` or `sizes`; `processor_seconds` and `memory_bytes` of the process.
extern const IsolatedWork thesis_work;

}  // namespace zermelo::symbolic
