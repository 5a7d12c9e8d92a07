// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/pybind11.h>

#include "probe/puzzle.h"
#include "python/src/own_rules.h"

namespace zermelo::python {

// value, keys, refuted, cut; a key or refuted move is move, same, value, state, replies, cut, moves
// again. `rules`: of a game of one's own, or null.
pybind11::tuple solution_tuple(const Solution& solution, const PythonRules* rules);

}  // namespace zermelo::python
