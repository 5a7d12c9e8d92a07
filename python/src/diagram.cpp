// SPDX-License-Identifier: MIT
// Diagrams: what they say, as text and as SVG.
#include "gen/text/diagram.h"

#include <pybind11/stl.h>

#include "python/src/convert.h"
#include "python/src/module.h"

namespace zermelo::python {
namespace {

char letter(Cell cell) {
  switch (cell) {
    case Cell::empty:
      return '.';
    case Cell::black:
      return 'b';
    case Cell::white:
      return 'w';
    case Cell::hole:
      return 'o';
    case Cell::blocked:
      return '#';
  }
  return '?';
}

std::string cells_of(const Diagram& diagram) {
  std::string cells;
  for (const Cell cell : diagram.cells) cells += letter(cell);
  return cells;
}

}  // namespace

void add_diagrams(py::module_& module) {
  py::class_<Diagram>(module, "Diagram")
      .def_readonly("columns", &Diagram::columns)
      .def_readonly("rows", &Diagram::rows)
      .def_property_readonly("cells", &cells_of)
      .def_property_readonly("caption", [](const Diagram& d) { return to_str(d.caption); })
      .def("text", [](const Diagram& d) { return to_str(diagram_text(d)); })
      .def("svg", [](const Diagram& d) { return to_str(diagram_svg(d)); });
}

}  // namespace zermelo::python
