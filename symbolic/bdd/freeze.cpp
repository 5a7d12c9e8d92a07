// SPDX-License-Identifier: MIT
// FrozenBdd from the diagrams of a library, and back. (Apart from the rest, which needs no
// library.)
#include <cassert>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "symbolic/bdd/bdd.h"
#include "symbolic/bdd/frozen_bdd.h"

namespace zermelo::symbolic {

FrozenBdd::FrozenBdd(const Bdd& states, int variables) : nodes_(1), variables_(variables) {
  assert(!may_reorder());
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
    firsts_.push_back(static_cast<std::uint32_t>(nodes_.size()));
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
  firsts_.push_back(static_cast<std::uint32_t>(nodes_.size()));
  for (const NodeRef function : level) {
    if (!is_constant(function))
      throw Error("The set of states depends on variables that are not state variables.");
  }
  if (!level.empty()) {
    member_ = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
  }
  if (!count()) throw Error("A set of 2^64 or more states has no ranks.");
  assert(check());
}

Bdd FrozenBdd::thaw() const {
  if (size_ == 0) return Bdd();
  std::vector<Bdd> level(1, Bdd::constant(true)), below;
  for (int variable = variables_; variable-- > 0;) {
    below.swap(level);
    level.clear();
    const std::uint32_t first = first_node(variable), end = first_node(variable + 1);
    const auto function = [&](std::uint32_t node) {
      return node == empty_set ? Bdd() : below[node - end];
    };
    const Bdd literal = Bdd::literal(2 * variable);
    for (std::uint32_t node = first; node < end; ++node) {
      const auto& [low, high] = nodes_[node].child;
      level.push_back(ite(literal, function(high), function(low)));
    }
  }
  return level.front();
}

}  // namespace zermelo::symbolic
