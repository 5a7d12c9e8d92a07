// SPDX-License-Identifier: MIT
#include "symbolic/frozen_bdd.h"

#include <cstring>
#include <unordered_map>

#include "gen/error.h"

namespace zermelo::symbolic {
namespace {

struct Header {
  std::uint64_t nodes;
  std::uint32_t root, member;
  std::uint64_t variables;
};

}  // namespace

FrozenBdd::FrozenBdd(const Bdd& states, int variables) : nodes_(1), variables_(variables) {
  if (variables < 1 || variables > most_variables)
    throw Error("Only sets of states of 1 to 64 bits have ranks.");
  // The functions at a level, in order of their numbers from first_ on.
  std::vector<NodeRef> level, next_level;
  std::unordered_map<NodeRef, std::uint32_t> numbers;
  const auto number = [&](NodeRef function, std::uint32_t first) -> std::uint32_t {
    if (is_constant(function) && !constant_value(function)) return empty_set;
    const auto [found, is_new] =
        numbers.try_emplace(function, first + static_cast<std::uint32_t>(next_level.size()));
    if (is_new) next_level.push_back(function);
    return found->second;
  };
  const auto advance = [&] {
    level.swap(next_level);
    next_level.clear();
    numbers.clear();
    if (nodes_.size() + level.size() > UINT32_MAX) throw Error("The diagram has 2^32 nodes.");
  };
  root_ = number(states.root(), 1);
  advance();
  for (int variable = 0; variable < variables; ++variable) {
    const auto first = static_cast<std::uint32_t>(nodes_.size() + level.size());
    for (const NodeRef function : level) {
      NodeRef low = function, high = function;
      if (!is_constant(function) && node_at(function).level == 2 * variable) {
        low = node_at(function).low;
        high = node_at(function).high;
      }
      Node node;
      node.child[0] = number(low, first);
      node.child[1] = number(high, first);
      nodes_.push_back(node);
    }
    advance();
  }
  for (const NodeRef function : level) {
    if (!is_constant(function))
      throw Error("The set of states depends on variables that are none of a state.");
  }
  if (!level.empty()) {
    member_ = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
  }
  count();
}

void FrozenBdd::count() {
  std::vector<std::uint64_t> below(nodes_.size());
  if (member_ != empty_set) below[member_] = 1;
  for (std::uint64_t n = nodes_.size(); n-- > 1;) {
    if (n == member_) continue;
    Node& node = nodes_[n];
    node.false_count = below[node.child[0]];
    below[n] = node.false_count + below[node.child[1]];
    if (below[n] < node.false_count) throw Error("A set of 2^64 states or more has no ranks.");
  }
  size_ = below[root_];
}

bool FrozenBdd::contains(StateBits state) const {
  std::uint32_t at = root_;
  for (int k = 0; k < variables_; ++k, state <<= 1) at = nodes_[at].child[state >> 63];
  return at != empty_set;
}

std::uint64_t FrozenBdd::rank(StateBits state) const {
  std::uint64_t result = 0;
  std::uint32_t at = root_;
  for (int k = 0; k < variables_; ++k, state <<= 1) {
    const Node& node = nodes_[at];
    const std::uint64_t bit = state >> 63;
    result += node.false_count & -bit;
    at = node.child[bit];
  }
  return result;
}

StateBits FrozenBdd::unrank(std::uint64_t rank) const {
  StateBits state = 0;
  std::uint32_t at = root_;
  for (int k = 0; k < variables_; ++k) {
    const Node& node = nodes_[at];
    const bool bit = rank >= node.false_count;
    if (bit) {
      rank -= node.false_count;
      state |= bit_for(k);
    }
    at = node.child[bit ? 1 : 0];
  }
  return state;
}

// The header, then the children of every node but the empty set's; counts follow from them.
std::string FrozenBdd::bytes() const {
  const Header header{nodes_.size(), root_, member_, static_cast<std::uint64_t>(variables_)};
  std::string result(sizeof header + (nodes_.size() - 1) * sizeof(Node::child), '\0');
  std::memcpy(result.data(), &header, sizeof header);
  char* to = result.data() + sizeof header;
  for (std::size_t n = 1; n < nodes_.size(); ++n, to += sizeof(Node::child)) {
    std::memcpy(to, nodes_[n].child, sizeof(Node::child));
  }
  return result;
}

FrozenBdd::FrozenBdd(std::string_view bytes) {
  const auto check = [](bool holds) {
    if (!holds) throw DamagedTable("The bytes of a frozen diagram are damaged.");
  };
  Header header;
  check(bytes.size() >= sizeof header);
  std::memcpy(&header, bytes.data(), sizeof header);
  bytes.remove_prefix(sizeof header);
  check(header.nodes >= 1 && header.nodes <= UINT32_MAX && header.variables >= 1 &&
        header.variables <= most_variables);
  check(bytes.size() == (header.nodes - 1) * sizeof(Node::child));
  check(header.root < header.nodes && header.member < header.nodes);
  nodes_.resize(header.nodes);
  root_ = header.root;
  member_ = header.member;
  variables_ = static_cast<int>(header.variables);
  for (std::size_t n = 1; n < nodes_.size(); ++n) {
    std::memcpy(nodes_[n].child, bytes.data() + (n - 1) * sizeof(Node::child), sizeof(Node::child));
    // Every node leads on, so that walks end.
    for (const std::uint32_t child : nodes_[n].child) {
      check(child == empty_set || (child > n && child < header.nodes && n != member_));
    }
  }
  count();
}

}  // namespace zermelo::symbolic
