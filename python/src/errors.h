// SPDX-License-Identifier: MIT
// The library's exceptions as Python's: the classes of zermelo._errors.
#pragma once

#include <pybind11/pybind11.h>

#include <exception>

namespace zermelo::python {

// Sets Python's error to what this exception stands for. Holds the GIL. False if it is none of the
// library's: then nothing is set.
bool set_error(const std::exception_ptr& failure);

}  // namespace zermelo::python
