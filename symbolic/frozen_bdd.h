// SPDX-License-Identifier: MIT
// A set of states as a diagram that is not changed any more: the members in lexicographic order,
// each with its rank, and back. Dietzfelbinger and Edelkamp, "Perfect hashing for state spaces in
// BDD representation" (KI 2009); Edelkamp, Kissmann and Rohte (2014), Figure 2.
//
// Unlike there, every path tests every variable (nodes with two equal children stand where a
// reduced diagram leaves a variable out), so a rank is a sum along a path without a case to tell.
// Needs no library for decision diagrams. Immutable and thread-safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "symbolic/bdd.h"

namespace zermelo::symbolic {

// Values of at most 64 variables: variable k is bit 63 - k, so that greater numbers come later.
using StateBits = std::uint64_t;

constexpr bool bit_at(StateBits state, int variable) { return (state >> (63 - variable) & 1) != 0; }
constexpr StateBits bit_for(int variable) { return StateBits{1} << (63 - variable); }

class FrozenBdd {
 public:
  static constexpr int most_variables = 64;

  // The node 0 is the empty set, at every level; it leads to itself.
  struct Node {
    std::uint32_t child[2] = {0, 0};  // where the variable is false, where it is true
    std::uint64_t false_count = 0;    // members below child[0]
  };
  static constexpr std::uint32_t empty_set = 0;

  FrozenBdd() : nodes_(1), root_(empty_set) {}
  // `states` is a function of the current copies of the state variables 0..variables-1 (1 to 64 of
  // them). Throws Error if there are 2^64 members or more, or 2^32 nodes.
  FrozenBdd(const Bdd& states, int variables);
  // The inverse of bytes(). Throws DamagedTable for others than those.
  explicit FrozenBdd(std::string_view bytes);

  int variables() const { return variables_; }
  std::uint64_t size() const { return size_; }
  bool contains(StateBits state) const;
  // How many members come before a state, which is one itself.
  std::uint64_t rank(StateBits state) const;
  // The member with that rank; `rank` < size().
  StateBits unrank(std::uint64_t rank) const;

  // For walks that go through many members at once: the node before variable 0, and all nodes.
  // After `variables` steps a walk is at member_node() or at empty_set.
  std::uint32_t root() const { return root_; }
  std::uint32_t member_node() const { return member_; }
  const Node& node(std::uint32_t number) const { return nodes_[number]; }
  // Nodes stand in order of their variables: the first one of a variable's, or after the last
  // variable's member_node(). Only if there are variables.
  std::uint32_t first_node(int variable) const {
    return firsts_[static_cast<std::size_t>(variable)];
  }
  std::uint64_t nodes() const { return nodes_.size(); }
  std::uint64_t memory() const { return nodes_.size() * sizeof(Node); }

  // The set as it was. The manager has at least as many variables.
  Bdd thaw() const;
  // Three or four bytes a node.
  std::string bytes() const;

 private:
  // False if there are 2^64 members or more.
  bool count();

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> firsts_;  // by variable, and one more
  std::uint32_t root_ = empty_set, member_ = empty_set;
  int variables_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace zermelo::symbolic
