// SPDX-License-Identifier: MIT
// Boards with a small number each, as a diagram: what is 0 is not in the layer, and the other
// numbers say, for instance, who wins. Like a FrozenBdd every path tests every variable, and there
// is no library behind it: the sets of Connect Four's layers are made with these
// (kinds/ranked/connect_layers.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "symbolic/bdd/frozen_bdd.h"

namespace zermelo::symbolic {

class LayerDiagram {
 public:
  // The children where the variable is false and where it is true. 0 stands for no board; the
  // children of the last variable's nodes are the boards' numbers.
  using Node = std::array<std::uint32_t, 2>;
  // Nodes of one variable; number 0 is unused, and leads nowhere.
  using Level = std::vector<Node>;

  LayerDiagram() = default;
  // A set: its members have the number 1.
  explicit LayerDiagram(const FrozenBdd& set);
  // From nodes by variable, whose children are places in the next level; `root` is a place in the
  // first one. Nodes that cannot be reached are left out.
  LayerDiagram(std::vector<Level> levels, std::uint32_t root);

  int variables() const { return static_cast<int>(firsts_.size()) - 1; }
  // The node before the first variable; 0 if there is no board.
  std::uint32_t root() const { return nodes_.size() > 1 ? 1 : 0; }
  const Node& node(std::uint32_t number) const { return nodes_[number]; }
  // Inner nodes, as many as a set's diagram has with a library that omits none.
  std::uint64_t nodes() const { return nodes_.size() - 1; }
  std::uint64_t memory() const { return nodes_.size() * sizeof(Node); }

  // The boards with certain numbers: bit n of `numbers` stands for n, from 1 on.
  FrozenBdd select(std::uint32_t numbers) const;

 private:
  // Packed as in FrozenBdd::bytes(): all numbers are 1.
  FrozenBdd frozen() const;

  std::vector<Node> nodes_ = {Node{}};
  std::vector<std::uint32_t> firsts_ = {1};  // by variable, and one more
};

// The nodes of one variable, each once.
class UniqueNodes {
 public:
  UniqueNodes() : slots_(std::size_t{1} << 8) {}
  // The place of the node with these children; 0 if both are 0.
  std::uint32_t place(LayerDiagram::Node node);
  LayerDiagram::Level take() { return std::move(nodes_); }
  std::uint64_t bytes() const {
    return nodes_.capacity() * sizeof(LayerDiagram::Node) + slots_.capacity() * sizeof slots_[0];
  }

 private:
  std::size_t slot(const LayerDiagram::Node& node) const;
  void grow();

  LayerDiagram::Level nodes_ = {LayerDiagram::Node{}};
  std::vector<std::uint32_t> slots_;  // places, hashed: open addressing; a power of two
};

}  // namespace zermelo::symbolic
