// SPDX-License-Identifier: MIT
// The other end of symbolic/bdd/isolated.h: what the worker's main function does.
#pragma once

#include <span>

#include "symbolic/bdd/isolated.h"

namespace zermelo::symbolic {

// Does the work that the arguments name, if it is one of `works`, and reports the result. Returns
// the exit code. It must be called first in main, since it takes over the process.
int run_worker(int count, char** arguments, std::span<const IsolatedWork> works);

}  // namespace zermelo::symbolic
