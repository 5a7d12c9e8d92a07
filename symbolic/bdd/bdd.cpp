// SPDX-License-Identifier: MIT
// What does not depend on the library underneath.
#include "symbolic/bdd/bdd.h"

#include <fmt/format.h>

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "symbolic/bdd/node_numbering.h"

namespace zermelo::symbolic {
namespace {

// A function as one of a pair of negations: the pair's number, and which of the two it is.
struct OneOfPair {
  std::uint32_t pair = 0;
  bool negated = false;
};

// Numbers the pairs that nodes belong to. Pair 0 is the constants, false first; in any other pair
// the first function is the one whose low child is the first of its own pair.
class NegationPairs {
 public:
  OneOfPair of(int level, OneOfPair low, OneOfPair high) {
    const bool negated = low.negated;
    const Key key{level, low.pair,
                  2 * std::uint64_t{high.pair} + (high.negated != negated ? 1 : 0)};
    const auto [found, is_new] = pairs_.try_emplace(key, static_cast<std::uint32_t>(size()));
    return {found->second, negated};
  }
  std::uint64_t size() const { return 1 + pairs_.size(); }

 private:
  struct Key {
    int level;
    std::uint32_t low;
    std::uint64_t high;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t h = key.high * 0x9E3779B97F4A7C15;
      h = (h ^ (h >> 29) ^ key.low) * 0xBF58476D1CE4E5B9;
      h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(key.level)) * 0x94D049BB133111EB;
      return static_cast<std::size_t>(h ^ (h >> 31));
    }
  };
  std::unordered_map<Key, std::uint32_t, Hash> pairs_;
};

}  // namespace

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

std::uint64_t complemented_node_count(const Bdd& f) {
  return complemented_node_count(std::span(&f, 1));
}

std::uint64_t complemented_node_count(std::span<const Bdd> functions) {
  if (has_complement_edges()) return node_count(functions);
  NodeNumbering nodes(NodeNumbering::Negations::apart);
  for (const Bdd& f : functions) nodes.add(f.root());
  if (nodes.size() == 0) return 0;
  // Children come before the nodes that lead to them.
  NegationPairs pairs;
  std::vector<OneOfPair> known(nodes.size());
  for (std::size_t n = 0; n < known.size(); ++n) {
    const NodeRef ref = nodes.nodes()[n];
    if (is_constant(ref)) {
      known[n] = {0, constant_value(ref)};
      continue;
    }
    const Node node = node_at(ref);
    known[n] = pairs.of(node.level, known[nodes.number(node.low)], known[nodes.number(node.high)]);
  }
  return pairs.size();
}

}  // namespace zermelo::symbolic
