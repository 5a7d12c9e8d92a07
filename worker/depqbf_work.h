// SPDX-License-Identifier: MIT
// DepQBF as work of the worker (proof/qbf/qbf_solvers.h): only its process links the solver.
#pragma once

#include "symbolic/bdd/isolated.h"

namespace zermelo::proof {

extern const symbolic::IsolatedWork depqbf_work;

}  // namespace zermelo::proof
