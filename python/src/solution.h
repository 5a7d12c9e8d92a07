// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/pybind11.h>

#include "probe/puzzle.h"

namespace zermelo::python {

// value, keys, refuted, cut; a key or refuted move is move, same, value, state, replies, cut.
pybind11::tuple solution_tuple(const Solution& solution);

}  // namespace zermelo::python
