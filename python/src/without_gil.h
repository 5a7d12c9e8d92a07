// SPDX-License-Identifier: MIT
// Lets other Python threads work.
#pragma once

#include <Python.h>
#include <unistd.h>

namespace zermelo::python {

// Like py::gil_scoped_release, but also correct at the interpreter's end. Python ends a daemon
// thread that wants the GIL back then by unwinding its stack; a destructor cannot let that pass,
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
