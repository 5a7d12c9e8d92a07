// SPDX-License-Identifier: MIT
// Diagrams: their content, as text and as SVG.
#include "gen/text/diagram.h"

#include <pybind11/stl.h>

#include "python/src/convert.h"
#include "python/src/module.h"

namespace zermelo::python {
void add_diagrams(py::module_& module) {
  py::class_<Diagram>(module, "Diagram")
      .def_readonly("columns", &Diagram::columns)
      .def_readonly("rows", &Diagram::rows)
      .def_property_readonly("cells", [](const Diagram& d) { return cells_text(d.cells); })
      .def_property_readonly("caption", [](const Diagram& d) { return to_str(d.caption); })
      .def_property_readonly("hands",
                             [](const Diagram& d) {
                               py::dict hands;
                               for (const PiecesInHand& held : d.hands)
                                 hands[py::str(std::string(1, cell_letter(held.piece)))] =
                                     held.number;
                               return hands;
                             })
      .def_readonly("lines", &Diagram::lines)
      .def("text", [](const Diagram& d) { return to_str(diagram_text(d)); })
      .def("svg", [](const Diagram& d) { return to_str(diagram_svg(d)); });
}

}  // namespace zermelo::python
