// SPDX-License-Identifier: MIT
#include "symbolic/bdd/model_bdd.h"

#include <algorithm>
#include <utility>

namespace zermelo::symbolic {

ModelBdds::ModelBdds(const Model& model) : model_(model), level_(model.aig.inputs()) {
  for (int k = 0; k < model.variables(); ++k) {
    const auto number = static_cast<std::size_t>(k);
    level_[model.aig.input_number(model.current[number].node())] = 2 * k;
    level_[model.aig.input_number(model.next[number].node())] = 2 * k + 1;
  }
}

Bdd ModelBdds::of(Literal literal) {
  const Bdd& f = of_node(literal.node());
  return literal.negated() ? !f : f;
}

// Without recursion: graphs are deep.
const Bdd& ModelBdds::of_node(std::uint32_t node) {
  const Aig& aig = model_.aig;
  std::vector<std::uint32_t> open = {node};
  while (!open.empty()) {
    const std::uint32_t n = open.back();
    if (known_.contains(n)) {
      open.pop_back();
      continue;
    }
    if (!aig.is_and(n)) {
      known_.emplace(n, n == 0 ? Bdd::constant(false) : Bdd::literal(level_[aig.input_number(n)]));
      continue;
    }
    const Literal a = aig.left(n), b = aig.right(n);
    const std::size_t before = open.size();
    for (const Literal l : {a, b}) {
      if (!known_.contains(l.node())) open.push_back(l.node());
    }
    if (open.size() > before) continue;
    const Bdd &f = known_.at(a.node()), &g = known_.at(b.node());
    // a and not b is one step for a library without complement edges.
    Bdd result = a.negated() && b.negated() ? !(f | g)
                 : a.negated()              ? g - f
                 : b.negated()              ? f - g
                                            : f & g;
    known_.emplace(n, std::move(result));
  }
  return known_.at(node);
}

void ModelBdds::collect(Literal literal, std::vector<bool>& variables) const {
  const Aig& aig = model_.aig;
  std::vector<std::uint32_t> open = {literal.node()};
  std::vector<bool> seen(aig.size());
  while (!open.empty()) {
    const std::uint32_t n = open.back();
    open.pop_back();
    if (n == 0 || seen[n]) continue;
    seen[n] = true;
    if (aig.is_input(n)) {
      variables[static_cast<std::size_t>(level_[aig.input_number(n)] / 2)] = true;
    } else {
      open.push_back(aig.left(n).node());
      open.push_back(aig.right(n).node());
    }
  }
}

Relation ModelBdds::relation(const ModelMove& move) {
  std::vector<bool> touched(static_cast<std::size_t>(model_.variables()));
  std::vector<bool> changed = touched;
  collect(move.guard, touched);
  Bdd steps = of(move.guard);
  for (const Assignment& a : move.changes) {
    collect(a.value, touched);
    changed[static_cast<std::size_t>(a.variable)] = true;
    touched[static_cast<std::size_t>(a.variable)] = true;
    steps &= !(Bdd::literal(2 * a.variable + 1) ^ of(a.value));
  }
  std::vector<int> variables;
  for (int k = 0; k < model_.variables(); ++k) {
    if (!touched[static_cast<std::size_t>(k)]) continue;
    variables.push_back(k);
    // A relation must determine the next copy of every variable that it names.
    if (!changed[static_cast<std::size_t>(k)])
      steps &= !(Bdd::literal(2 * k + 1) ^ Bdd::literal(2 * k));
  }
  return {std::move(steps), std::move(variables)};
}

}  // namespace zermelo::symbolic
