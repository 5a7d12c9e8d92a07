// SPDX-License-Identifier: MIT
#include "symbolic/bdd/compose_by_nodes.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "symbolic/bdd/node_numbering.h"

namespace zermelo::symbolic {
namespace {

// A copy of a node: the first operation may change what its number stands for.
struct CopiedNode {
  bool is_constant = false, value = false;
  int level = 0;
  std::uint32_t low = 0, high = 0;  // numbers of copied nodes
  std::uint32_t last_use = 0;       // the last node that leads here
};

// Every node comes after those that it leads to; the last one is the function itself.
std::vector<CopiedNode> copied_nodes(const Bdd& f) {
  NodeNumbering numbering(NodeNumbering::Negations::apart);
  numbering.add(f.root());
  std::vector<CopiedNode> copies(numbering.size());
  for (std::uint32_t n = 0; n < copies.size(); ++n) {
    const NodeRef ref = numbering.nodes()[n];
    CopiedNode& copy = copies[n];
    copy.is_constant = is_constant(ref);
    if (copy.is_constant) {
      copy.value = constant_value(ref);
      continue;
    }
    const Node node = node_at(ref);
    copy.level = node.level;
    copy.low = numbering.number(node.low);
    copy.high = numbering.number(node.high);
    copies[copy.low].last_use = copies[copy.high].last_use = n;
  }
  return copies;
}

}  // namespace

Bdd compose_by_nodes(const Bdd& f, std::span<const int> levels, std::span<const Bdd> functions) {
  assert(levels.size() == functions.size());
  std::unordered_map<int, std::size_t> place;
  for (std::size_t k = 0; k < levels.size(); ++k) place.emplace(levels[k], k);
  const std::vector<CopiedNode> nodes = copied_nodes(f);
  std::vector<Bdd> results(nodes.size());
  for (std::uint32_t n = 0; n < nodes.size(); ++n) {
    const CopiedNode& node = nodes[n];
    if (node.is_constant) {
      results[n] = Bdd::constant(node.value);
      continue;
    }
    const auto found = place.find(node.level);
    const Bdd condition =
        found == place.end() ? Bdd::literal(node.level) : functions[found->second];
    results[n] = ite(condition, results[node.high], results[node.low]);
    for (const std::uint32_t child : {node.low, node.high})
      if (nodes[child].last_use == n) results[child] = Bdd();
  }
  return results.back();
}

}  // namespace zermelo::symbolic
