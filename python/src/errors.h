// SPDX-License-Identifier: MIT
// The library's exceptions as Python's: the classes of zermelo._errors.
#pragma once

#include <pybind11/pybind11.h>

#include <exception>

namespace zermelo::python {

// Sets Python's error to the one that corresponds to this exception. The GIL must be held. Returns
// false, and sets nothing, if the exception is not one of the library's.
bool set_error(const std::exception_ptr& failure);

}  // namespace zermelo::python
