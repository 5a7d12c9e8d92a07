// SPDX-License-Identifier: MIT
// Letting other threads of Python work.
#pragma once

#include <Python.h>
#include <unistd.h>

namespace zermelo::python {

// As py::gil_scoped_release, but also right at the interpreter's end. A daemon thread that wants
// the GIL back then is ended by Python, by unwinding its stack; that a destructor cannot let pass,
// and the process would abort. So the thread stays here, and ends with the process.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  ~WithoutGil() {
    try {
      PyEval_RestoreThread(state_);
    } catch (...) {  // (Python throws nothing else.)
      for (;;) ::pause();
    }
  }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

}  // namespace zermelo::python
