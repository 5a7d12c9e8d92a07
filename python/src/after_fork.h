// SPDX-License-Identifier: MIT
// A process that was forked has only the thread that forked: what other threads held stays locked
// in it, and threads that should be waited for do not exist. Code that could wait for them compares
// generations.
#pragma once

#include <pybind11/pybind11.h>

namespace zermelo::python {

// How many forks lie between this process and the one that loaded the module.
int fork_generation();

// Counts forks from now on.
void add_after_fork(pybind11::module_& module);

}  // namespace zermelo::python
