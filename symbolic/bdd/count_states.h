// SPDX-License-Identifier: MIT
// Exact numbers of assignments.
#pragma once

#include "symbolic/bdd/bdd.h"
#include "symbolic/bdd/big_count.h"

namespace zermelo::symbolic {

// How many assignments of levels 0, step, 2*step, ..., (variables-1)*step make f true; f depends on
// no others. Throws Error if they are 2^128 or more.
BigCount count_assignments(const Bdd& f, int variables, int step);

// Counts over the current copies of all state variables.
inline BigCount count_states(const Bdd& states, int variables) {
  return count_assignments(states, variables, 2);
}
// Counts over both copies of all state variables.
inline BigCount count_steps(const Bdd& relation, int variables) {
  return count_assignments(relation, 2 * variables, 1);
}

}  // namespace zermelo::symbolic
