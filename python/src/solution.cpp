// SPDX-License-Identifier: MIT
#include "python/src/solution.h"

#include "python/src/convert.h"

namespace zermelo::python {
namespace {

// (A tree is as deep as its longest line; solutions have a few hundred nodes.)
py::list node_list(const std::vector<SolutionNode>& nodes, const PythonRules* rules) {
  py::list list;
  for (const SolutionNode& node : nodes) {
    list.append(py::make_tuple(to_str(node.move), to_list(node.same), node.value.raw(),
                               position_or_none(rules, node.state), node_list(node.replies, rules),
                               node.cut, node.moves_again));
  }
  return list;
}

}  // namespace

py::tuple solution_tuple(const Solution& solution, const PythonRules* rules) {
  return py::make_tuple(solution.value.raw(), node_list(solution.keys, rules),
                        node_list(solution.refuted, rules), solution.cut);
}

}  // namespace zermelo::python
