// SPDX-License-Identifier: MIT
#include "symbolic/model/aig.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace zermelo::symbolic {

Literal Aig::input() {
  nodes_.push_back({Literal(inputs_ / 2, inputs_ % 2 != 0), {}, true});
  ++inputs_;
  return {size() - 1, false};
}

Literal Aig::land(Literal a, Literal b) {
  if (b < a) std::swap(a, b);
  if (a == false_literal || a == !b) return false_literal;
  if (a == true_literal || a == b) return b;
  const auto [found, is_new] = ands_.try_emplace(std::uint64_t{a.code()} << 32 | b.code(), size());
  if (is_new) nodes_.push_back({a, b});
  return {found->second, false};
}

Literal Aig::all(std::span<const Literal> literals) {
  Literal result = true_literal;
  for (const Literal literal : literals) result = land(result, literal);
  return result;
}

Literal Aig::any(std::span<const Literal> literals) {
  Literal result = false_literal;
  for (const Literal literal : literals) result = lor(result, literal);
  return result;
}

Literal Aig::exactly(std::span<const Literal> literals, int number) {
  // ways[k]: exactly k of those seen so far.
  std::vector<Literal> ways(static_cast<std::size_t>(number) + 1, false_literal);
  ways[0] = true_literal;
  for (const Literal literal : literals) {
    for (std::size_t k = ways.size(); k-- > 0;) {
      ways[k] = choose(literal, k == 0 ? false_literal : ways[k - 1], ways[k]);
    }
  }
  return ways.back();
}

bool Aig::check() const {
  std::uint32_t inputs = 0, ands = 0;
  for (std::uint32_t node = 1; node < size(); ++node) {
    const AigNode& n = nodes_[node];
    if (n.is_input) {
      if (n.a.code() != inputs++) return false;
      continue;
    }
    ++ands;
    const bool simple = n.a.node() == 0 || n.a.node() == n.b.node();
    if (simple || !(n.a < n.b) || n.b.node() >= node) return false;
    const auto found = ands_.find(std::uint64_t{n.a.code()} << 32 | n.b.code());
    if (found == ands_.end() || found->second != node) return false;
  }
  return inputs == inputs_ && ands == ands_.size();
}

std::vector<bool> evaluate(const Aig& aig, const std::vector<bool>& inputs) {
  std::vector<bool> values(aig.size());
  for (std::uint32_t node = 1; node < aig.size(); ++node) {
    values[node] = aig.is_input(node)
                       ? inputs[aig.input_number(node)]
                       : value_of(values, aig.left(node)) && value_of(values, aig.right(node));
  }
  return values;
}

std::vector<std::uint64_t> simulate(const Aig& aig, std::span<const std::uint64_t> inputs) {
  std::vector<std::uint64_t> values(aig.size());
  for (std::uint32_t node = 1; node < aig.size(); ++node) {
    values[node] = aig.is_input(node)
                       ? inputs[aig.input_number(node)]
                       : value_of(values, aig.left(node)) & value_of(values, aig.right(node));
  }
  return values;
}

AigCopier::AigCopier(const Aig& from, Aig& to)
    : from_(from), to_(to), known_(from.size()), copies_(from.size()) {
  known_[0] = true;
}

void AigCopier::set(Literal input, Literal value) {
  assert(from_.is_input(input.node()));
  known_[input.node()] = true;
  copies_[input.node()] = input.negated() ? !value : value;
}

// (Not by recursion: graphs can be deeper than the stack.)
Literal AigCopier::operator()(Literal function) {
  if (known_.size() < from_.size()) {
    known_.resize(from_.size());
    copies_.resize(from_.size());
  }
  waiting_.push_back(function.node());
  while (!waiting_.empty()) {
    const std::uint32_t node = waiting_.back();
    if (known_[node]) {
      waiting_.pop_back();
      continue;
    }
    assert(from_.is_and(node));
    // (If the result is false anyway, the rest need not be copied. The left operand has the smaller
    // number: it is the input, where the node chooses by one.)
    const Literal left = from_.left(node), right = from_.right(node);
    if (!is_known(left)) {
      waiting_.push_back(left.node());
      continue;
    }
    const bool is_false = copy_of(left) == false_literal;
    if (!is_false && !is_known(right)) {
      waiting_.push_back(right.node());
      continue;
    }
    copies_[node] = is_false ? false_literal : to_.land(copy_of(left), copy_of(right));
    known_[node] = true;
    waiting_.pop_back();
  }
  return copy_of(function);
}

}  // namespace zermelo::symbolic
