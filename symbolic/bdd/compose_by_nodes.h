// SPDX-License-Identifier: MIT
// Composition as a sequence of operations, for libraries that reorder variables at most once in an
// operation.
#pragma once

#include <span>

#include "symbolic/bdd/bdd.h"

namespace zermelo::symbolic {

// compose(f, levels, functions) by one `ite` for each node of f, from the terminals up, so that the
// order of the variables can change as often as there are nodes.
Bdd compose_by_nodes(const Bdd& f, std::span<const int> levels, std::span<const Bdd> functions);

}  // namespace zermelo::symbolic
