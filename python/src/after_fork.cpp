// SPDX-License-Identifier: MIT
#include "python/src/after_fork.h"

#include <pthread.h>

#include "python/src/long_work.h"

namespace zermelo::python {
namespace {

int forks = 0;  // changed in a new process, while it has one thread

}  // namespace

int fork_generation() { return forks; }

void add_after_fork(pybind11::module_&) {
  static const int registered = pthread_atfork(nullptr, nullptr, [] {
    ++forks;
    LongWork::forget_all();
  });
  if (registered != 0) pybind11::pybind11_fail("Forks cannot be detected.");
}

}  // namespace zermelo::python
