// SPDX-License-Identifier: MIT
#include "python/src/solution.h"

#include "python/src/convert.h"

namespace zermelo::python {
namespace {

// (A tree is as deep as its longest line; solutions have a few hundred nodes.)
py::list node_list(const std::vector<SolutionNode>& nodes) {
  py::list list;
  for (const SolutionNode& node : nodes) {
    list.append(py::make_tuple(to_str(node.move), to_list(node.same), node.value.raw(),
                               str_or_none(node.state), node_list(node.replies), node.cut));
  }
  return list;
}

}  // namespace

py::tuple solution_tuple(const Solution& solution) {
  return py::make_tuple(solution.value.raw(), node_list(solution.keys), node_list(solution.refuted),
                        solution.cut);
}

}  // namespace zermelo::python
