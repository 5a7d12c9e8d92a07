// SPDX-License-Identifier: MIT
// What does not depend on the library underneath.
#include "symbolic/bdd/bdd.h"

#include <fmt/format.h>

#include "symbolic/bdd/node_numbering.h"

namespace zermelo::symbolic {

OutOfNodes::OutOfNodes(std::uint64_t memory)
    : OutOfMemory(fmt::format("The decision diagrams do not fit into the {} MiB allowed; give more "
                              "with --memory.",
                              memory >> 20)) {}

Bdd all_preimage(const Relation& relation, const Bdd& states) {
  return !preimage(relation, !states);
}

std::uint64_t node_count(const Bdd& f) { return node_count(std::span(&f, 1)); }

std::uint64_t node_count(std::span<const Bdd> functions) {
  NodeNumbering nodes(NodeNumbering::Negations::same_node);
  for (const Bdd& f : functions) nodes.add(f.root());
  return nodes.size();
}

}  // namespace zermelo::symbolic
