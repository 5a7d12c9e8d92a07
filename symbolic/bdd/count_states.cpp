// SPDX-License-Identifier: MIT
#include "symbolic/bdd/count_states.h"

#include <cassert>
#include <vector>

#include "symbolic/bdd/node_numbering.h"

namespace zermelo::symbolic {

BigCount count_assignments(const Bdd& f, int variables, int step) {
  assert(!may_reorder());
  NodeNumbering nodes(NodeNumbering::Negations::apart);
  nodes.add(f.root());
  // For each node, the number of assignments of its variable and those after it.
  std::vector<BigCount> counts(nodes.size());
  const auto variable_of = [&](NodeRef node) {
    return is_constant(node) ? variables : node_at(node).level / step;
  };
  const auto count_from = [&](NodeRef node, int variable) {
    return checked_shift(counts[nodes.number(node)], variable_of(node) - variable);
  };
  for (std::uint64_t n = 0; n < nodes.size(); ++n) {
    const NodeRef ref = nodes.nodes()[n];
    if (is_constant(ref)) {
      counts[n] = constant_value(ref) ? 1 : 0;
      continue;
    }
    const Node node = node_at(ref);
    const int variable = node.level / step;
    if (node.level % step != 0 || variable >= variables)
      throw Error("The function depends on variables that are not counted.");
    counts[n] =
        checked_add(count_from(node.low, variable + 1), count_from(node.high, variable + 1));
  }
  return count_from(f.root(), 0);
}

}  // namespace zermelo::symbolic
