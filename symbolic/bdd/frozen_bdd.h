// SPDX-License-Identifier: MIT
// A set of states as a diagram that is not changed any more: the members in lexicographic order,
// each with its rank, and back. Dietzfelbinger and Edelkamp, "Perfect hashing for state spaces in
// BDD representation" (KI 2009); Edelkamp, Kissmann and Rohte (2014), Figure 2.
//
// Unlike there, every path tests every variable (there are nodes with two equal children where a
// reduced diagram omits a variable), so a rank is a sum along a path without case distinctions.
// Needs no library for decision diagrams. Immutable and thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "symbolic/bdd/bdd.h"
#include "symbolic/model/state_bits.h"

namespace zermelo::symbolic {

class FrozenBdd {
 public:
  static constexpr int most_variables = most_state_bits;

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
  // The inverse of bytes(). Throws DamagedTable (without a file name) for any other bytes.
  explicit FrozenBdd(std::string_view bytes);

  int variables() const { return variables_; }
  std::uint64_t size() const { return size_; }
  bool contains(StateBits state) const;
  // How many members come before a state, which is itself a member.
  std::uint64_t rank(StateBits state) const;
  // The member with that rank; `rank` < size().
  StateBits unrank(std::uint64_t rank) const;

  class Ranker;

  // For walks through many members at once: the node before variable 0, and all nodes. After
  // `variables` steps a walk is at member_node() or at empty_set.
  std::uint32_t root() const { return root_; }
  std::uint32_t member_node() const { return member_; }
  const Node& node(std::uint32_t number) const { return nodes_[number]; }
  // Nodes are in the order of their variables: this is the first node of a variable or, after the
  // last variable, member_node(). Only if there are variables.
  std::uint32_t first_node(int variable) const {
    return firsts_[static_cast<std::size_t>(variable)];
  }
  std::uint64_t nodes() const { return nodes_.size(); }
  std::uint64_t memory() const { return nodes_.size() * sizeof(Node); }

  // The original set. The manager must have at least as many variables.
  Bdd thaw() const;
  // Three or four bytes per node.
  std::string bytes() const;

 private:
  // False if there are 2^64 or more members, or a node that leads to no member.
  bool count();
  // Whether every node leads to nodes of the next variable or to the empty set, and ranks add up.
  bool check() const;

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> firsts_;  // by variable, and one more
  std::uint32_t root_ = empty_set, member_ = empty_set;
  int variables_ = 0;
  std::uint64_t size_ = 0;
};

// Looks up ranks of states one after another, remembering the path of the last one: this is quick
// where neighbouring states begin alike. Each thread needs its own.
class FrozenBdd::Ranker {
 public:
  // The set must outlive the ranker.
  explicit Ranker(const FrozenBdd& set) : set_(&set) { path_[0].node = set.root(); }

  // Nothing if the state is not a member.
  std::optional<std::uint64_t> operator()(StateBits state) {
    const int variables = set_->variables();
    const int alike = std::min(known_, std::countl_zero(state ^ last_));
    for (int k = alike; k < variables; ++k) {
      const Node& node = set_->node(path_[static_cast<std::size_t>(k)].node);
      const std::uint64_t bit = state << k >> 63;
      Step& next = path_[static_cast<std::size_t>(k) + 1];
      next.node = node.child[bit];
      next.rank = path_[static_cast<std::size_t>(k)].rank + (node.false_count & -bit);
    }
    last_ = state;
    known_ = variables;
    const Step& end = path_[static_cast<std::size_t>(variables)];
    return end.node == empty_set ? std::nullopt : std::optional(end.rank);
  }

 private:
  struct Step {
    std::uint32_t node = empty_set;  // before a variable
    std::uint64_t rank = 0;          // members that come before all those below the node
  };
  const FrozenBdd* set_;
  StateBits last_ = 0;
  int known_ = 0;  // variables of the last state that the path follows
  std::array<Step, most_variables + 1> path_;
};

}  // namespace zermelo::symbolic
