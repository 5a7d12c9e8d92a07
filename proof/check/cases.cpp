// SPDX-License-Identifier: MIT
#include "proof/check/cases.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <utility>

#include "symbolic/model/aig.h"

namespace zermelo::proof {
namespace {

using symbolic::Aig;
using symbolic::AigCopier;
using symbolic::Literal;

// Functions in a graph that contains nothing else. Its inputs come first: input k is node k + 1.
struct Functions {
  Aig aig;
  std::vector<Literal> literals;

  std::size_t gates() const { return aig.size() - 1 - aig.inputs(); }
};

Literal input(std::size_t number) { return {static_cast<std::uint32_t>(number) + 1, false}; }

Functions alone(const Aig& aig, std::span<const Literal> inputs,
                std::span<const Literal> functions) {
  Functions result;
  AigCopier copy(aig, result.aig);
  for (const Literal literal : inputs) copy.set(literal, result.aig.input());
  for (const Literal function : functions) result.literals.push_back(copy(function));
  return result;
}

// The functions under the assumption that an input, or its negation, is true. The input is kept,
// unused.
Functions cofactors(const Functions& from, Literal fixed) {
  Functions result;
  AigCopier copy(from.aig, result.aig);
  for (std::size_t k = 0; k < from.aig.inputs(); ++k) {
    const Literal same = result.aig.input();
    copy.set(input(k), same.node() == fixed.node() ? Literal(0, !fixed.negated()) : same);
  }
  for (const Literal function : from.literals) result.literals.push_back(copy(function));
  return result;
}

// Counts gates of cofactors without making them.
class CofactorSizes {
 public:
  explicit CofactorSizes(const Functions& functions)
      : functions_(functions), values_(functions.aig.size()), needed_(functions.aig.size()) {}

  std::size_t operator()(Literal fixed) {
    evaluate(fixed);
    return count_needed();
  }

 private:
  enum Value : std::uint8_t { is_false, is_true, unknown };

  Value value(Literal literal) const {
    const Value value = values_[literal.node()];
    if (value == unknown || !literal.negated()) return value;
    return value == is_true ? is_false : is_true;
  }
  Value conjunction(std::uint32_t node) const {
    const Value a = value(functions_.aig.left(node)), b = value(functions_.aig.right(node));
    if (a == is_false || b == is_false) return is_false;
    return a == is_true && b == is_true ? is_true : unknown;
  }

  void evaluate(Literal fixed) {
    const Aig& aig = functions_.aig;
    for (std::uint32_t node = 1; node < aig.size(); ++node) {
      values_[node] = aig.is_and(node) ? conjunction(node) : unknown;
      if (node == fixed.node()) values_[node] = fixed.negated() ? is_false : is_true;
    }
  }

  std::size_t count_needed() {
    const Aig& aig = functions_.aig;
    for (const Literal function : functions_.literals) needed_[function.node()] = true;
    std::size_t gates = 0;
    for (std::uint32_t node = aig.size(); node-- > 1;) {
      const bool needed = std::exchange(needed_[node], false);
      if (!needed || values_[node] != unknown || !aig.is_and(node)) continue;
      const Literal left = aig.left(node), right = aig.right(node);
      needed_[left.node()] = needed_[right.node()] = true;
      // (If one of them is true, this is the other, and not a gate of its own.)
      gates += value(left) == unknown && value(right) == unknown;
    }
    return gates;
  }

  const Functions& functions_;
  std::vector<Value> values_;
  std::vector<std::uint8_t> needed_;
};

// The input whose two values together leave the fewest gates. None if there is no gain, because
// nearly all gates remain for both.
std::optional<Literal> best_division(const Functions& functions) {
  CofactorSizes size(functions);
  std::size_t fewest = functions.gates() * 2 * 9 / 10;
  std::optional<Literal> best;
  for (std::size_t k = 0; k < functions.aig.inputs(); ++k) {
    const std::size_t gates = size(input(k)) + size(!input(k));
    if (gates >= fewest) continue;
    fewest = gates;
    best = input(k);
  }
  return best;
}

class Divider {
 public:
  explicit Divider(std::size_t gates) : gates_(gates) {}

  void divide(const Functions& functions) {
    const auto by = functions.gates() > gates_ ? best_division(functions) : std::nullopt;
    if (!by) return cases_.push_back(fixed_);
    for (const Literal value : {*by, !*by}) {
      fixed_.push_back({value.node() - 1, !value.negated()});
      divide(cofactors(functions, value));
      fixed_.pop_back();
    }
  }
  std::vector<Case> cases() { return std::move(cases_); }

 private:
  std::size_t gates_;
  Case fixed_;
  std::vector<Case> cases_;
};

// Whether they partition what is left after this many decisions, in which all of them agree.
bool is_tree(std::span<const Case> cases, std::size_t depth) {
  if (cases.empty()) return false;
  if (cases.size() == 1) return cases.front().size() == depth;
  const auto decides = [&](const Case& c, bool value) {
    return c.size() > depth && c[depth] == InputValue{cases.front()[depth].input, value};
  };
  if (!std::ranges::all_of(cases, [&](const Case& c) { return c.size() > depth; })) return false;
  const auto second = std::ranges::find_if(cases, [&](const Case& c) { return !decides(c, true); });
  const auto first = static_cast<std::size_t>(second - cases.begin());
  const std::span<const Case> rest = cases.subspan(first);
  return std::ranges::all_of(rest, [&](const Case& c) { return decides(c, false); }) &&
         is_tree(cases.first(first), depth + 1) && is_tree(rest, depth + 1);
}

}  // namespace

std::vector<Case> cases_of(const Aig& aig, std::span<const Literal> inputs,
                           std::span<const Literal> functions, std::size_t gates) {
  Divider divider(gates);
  divider.divide(alone(aig, inputs, functions));
  std::vector<Case> cases = divider.cases();
  assert(is_partition(cases));
  return cases;
}

bool is_partition(std::span<const Case> cases) { return is_tree(cases, 0); }

}  // namespace zermelo::proof
