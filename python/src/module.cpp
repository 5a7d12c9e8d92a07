// SPDX-License-Identifier: MIT
#include "python/src/module.h"

#include "python/src/after_fork.h"
#include "python/src/convert.h"
#include "python/src/long_work.h"
#include "python/src/without_gil.h"

namespace py = pybind11;

PYBIND11_MODULE(_zermelo, module) {
  module.doc() = "The library behind the package zermelo. Use the package.";
  module.attr("version") = ZERMELO_VERSION;
  zermelo::python::add_after_fork(module);
  module.def(
      "stop_all_work",
      [](int milliseconds) {
        const zermelo::python::WithoutGil others;
        zermelo::python::LongWork::stop_all(std::chrono::milliseconds(milliseconds));
      },
      py::arg("milliseconds"));
  module.def("in_python", &zermelo::python::in_python, py::arg("sentence"));
  zermelo::python::add_errors(module);
  zermelo::python::add_diagrams(module);
  zermelo::python::add_games(module);
  zermelo::python::add_endgames(module);
  zermelo::python::add_tables(module);
  zermelo::python::add_bulk(module);
  zermelo::python::add_mining(module);
  zermelo::python::add_proofs(module);
  zermelo::python::add_sets(module);
  zermelo::python::add_serving(module);
}
