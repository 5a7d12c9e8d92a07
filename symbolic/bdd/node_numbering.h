// SPDX-License-Identifier: MIT
// Numbers the nodes of diagrams: 0, 1, 2, ... in the order in which they are found, every node
// after those that it leads to.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <vector>

#include "symbolic/bdd/bdd.h"

namespace zermelo::symbolic {

class NodeNumbering {
 public:
  // Whether a function and its negation, which share their nodes in a library with complement
  // edges, are numbered once, or as the two functions that they are.
  enum class Negations { same_node, apart };

  explicit NodeNumbering(Negations negations)
      : negations_(negations), slots_(std::size_t{1} << 10, no_number) {}

  // Numbers all nodes of a function, terminals included, that have no number yet; Bdds must hold
  // all added nodes as long as this object lives.
  void add(NodeRef root);

  std::uint64_t size() const { return nodes_.size(); }
  // In order of their numbers.
  const std::vector<NodeRef>& nodes() const { return nodes_; }
  // The number of a node that has been added or that an added one leads to.
  std::uint32_t number(NodeRef node) const {
    assert(has(key(node)));
    return slots_[slot(key(node))];
  }

 private:
  static constexpr std::uint32_t no_number = UINT32_MAX;
  NodeRef key(NodeRef node) const {
    return negations_ == Negations::same_node ? without_negation(node) : node;
  }
  bool has(NodeRef node) const { return slots_[slot(node)] != no_number; }
  // Where the node is, or belongs.
  std::size_t slot(NodeRef node) const;
  void append(NodeRef node);
  void grow();

  Negations negations_;
  std::vector<NodeRef> nodes_;
  // The nodes' numbers, hashed by node: open addressing; their number is a power of two.
  std::vector<std::uint32_t> slots_;
  std::optional<WorkersAsleep> asleep_;  // once it takes long
};

}  // namespace zermelo::symbolic
