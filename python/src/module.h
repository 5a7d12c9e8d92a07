// SPDX-License-Identifier: MIT
// The extension module zermelo._zermelo: a thin layer over the library. The package's modules in
// Python (python/zermelo/) turn it into the interface for users.
#pragma once

#include <pybind11/pybind11.h>

namespace zermelo::python {

namespace py = pybind11;

// Each adds its part to the module.
void add_errors(py::module_& module);
void add_diagrams(py::module_& module);
void add_games(py::module_& module);
void add_endgames(py::module_& module);
void add_tables(py::module_& module);
void add_bulk(py::module_& module);
void add_mining(py::module_& module);
void add_proofs(py::module_& module);
void add_sets(py::module_& module);
void add_serving(py::module_& module);

}  // namespace zermelo::python
