// SPDX-License-Identifier: MIT
// The error is a disjunction. One of its parts, E, defines a control c if E holds for c = 0 or for
// c = 1, whatever else is chosen: then c must be 1 where E holds for 0. The conjunctions (c & A)
// and
// (!c & B) together do so, too, if A or B is always true.
#include "proof/synthesis/definitions.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <unordered_set>
#include <utility>

#include "proof/sat/cnf.h"
#include "proof/sat/solver.h"

namespace zermelo::proof {
namespace {

using symbolic::false_literal;
using symbolic::true_literal;

// Whether the node chooses between two functions by a third one, or is an exclusive-or, which does.
bool is_choice(const Aig& aig, std::uint32_t node) {
  if (!aig.is_and(node)) return false;
  const Literal p = aig.left(node), q = aig.right(node);
  if (!p.negated() || !q.negated() || !aig.is_and(p.node()) || !aig.is_and(q.node())) return false;
  const Literal a = aig.left(p.node()), b = aig.right(p.node());
  const Literal c = aig.left(q.node()), d = aig.right(q.node());
  return a == !c || a == !d || b == !c || b == !d;
}

class DefinitionFinder {
 public:
  explicit DefinitionFinder(SafetyGraph& graph)
      : graph_(graph),
        aig_(graph.aig),
        controls_(graph.controller.begin(), graph.controller.end()),
        pairs_(graph.aig.size()) {
    for (const std::uint32_t node : nodes_below(graph.excused)) excuses_.insert({node, false});
  }

  std::vector<DefinedControl> find() {
    const std::vector<Literal> parts = parts_of_error();
    for (const Literal part : parts) {
      if (is_too_long()) break;
      add_conjunctions(part);
    }
    for (const Literal control : graph_.controller) {
      if (is_too_long()) break;
      if (const auto function = defined_by_pair(control)) accept(control, *function);
    }
    for (const Literal part : parts) {
      if (is_too_long()) break;
      look_at_part(part);
    }
    return std::move(found_);
  }

 private:
  // Of conjunctions with a control that are errors: what else they need.
  struct Pair {
    std::vector<Literal> if_true, if_false;
  };
  // Bounds on what is looked at: beyond them there is hardly ever a definition.
  static constexpr std::size_t most_operands = 64, most_conjunctions = 64, most_controls = 4;
  static constexpr std::size_t most_work = 10'000'000;  // nodes
  bool is_too_long() const { return work_ > most_work; }

  bool is_control(Literal literal) const {
    return controls_.contains(Literal(literal.node(), false));
  }

  // (Not those of a choice, which is a disjunction, too.)
  std::vector<Literal> parts_of_error() const {
    std::vector<Literal> result, waiting = {graph_.error};
    std::unordered_set<std::uint32_t> seen;
    while (!waiting.empty()) {
      const Literal part = waiting.back();
      waiting.pop_back();
      if (!seen.insert(part.code()).second) continue;
      if (part.negated() && aig_.is_and(part.node()) && !is_choice(aig_, part.node())) {
        waiting.push_back(!aig_.left(part.node()));
        waiting.push_back(!aig_.right(part.node()));
      } else {
        result.push_back(part);
      }
    }
    return result;
  }

  // --- Pairs of conjunctions ---------------------------------------------------------------------

  // An operand of a conjunction, or of one of its operands, and what stands beside it there.
  struct Operand {
    Literal literal, beside;
    std::size_t parent;
  };

  void add_conjunctions(Literal part) {
    add_conjunction(part);
    if (!part.negated() || !aig_.is_and(part.node())) return;
    add_conjunction(!aig_.left(part.node()));
    add_conjunction(!aig_.right(part.node()));
  }
  void add_conjunction(Literal part) {
    std::vector<Operand> operands = {{part, true_literal, 0}};
    for (std::size_t k = 0; k < operands.size() && k < most_operands; ++k) {
      const Literal literal = operands[k].literal;
      if (is_control(literal)) {
        Literal others = true_literal;
        for (std::size_t n = k; n != 0; n = operands[n].parent)
          others = aig_.land(others, operands[n].beside);
        add_to_pair(literal, others);
      } else if (!literal.negated() && aig_.is_and(literal.node())) {
        const Literal left = aig_.left(literal.node()), right = aig_.right(literal.node());
        operands.insert(operands.end(), {{left, right, k}, {right, left, k}});
      }
    }
  }
  void add_to_pair(Literal control, Literal others) {
    Pair& pair = pairs_[control.node()];
    auto& list = control.negated() ? pair.if_false : pair.if_true;
    if (list.size() < most_conjunctions && !depends_on(others, control)) list.push_back(others);
  }

  std::optional<Literal> defined_by_pair(Literal control) {
    const Pair& pair = pairs_[control.node()];
    for (const Literal must : pair.if_false)
      if (std::ranges::find(pair.if_true, !must) != pair.if_true.end()) return must;
    const Literal if_true = aig_.any(pair.if_true), if_false = aig_.any(pair.if_false);
    if (if_true == true_literal) return false_literal;
    if (if_false == true_literal) return true_literal;
    if (pair.if_true.empty() || pair.if_false.empty()) return {};
    if (!is_valid(aig_, aig_.lor(if_true, if_false))) return {};
    return if_false;
  }

  // --- Single parts ------------------------------------------------------------------------------

  void look_at_part(Literal part) {
    const std::vector<std::uint32_t> nodes = nodes_below(part);
    std::vector<Literal> controls;
    for (const std::uint32_t node : nodes)
      if (is_control(Literal(node, false))) controls.emplace_back(node, false);
    if (controls.size() > most_controls) return;
    for (const Literal control : controls) {
      if (used_.contains(control) || excuses_.contains(control)) continue;
      work_ += nodes.size() + aig_.size() / 8;
      if (!leaves_no_choice(part, nodes, control)) continue;
      symbolic::AigCopier copy(aig_, aig_);
      for (const std::uint32_t node : nodes)
        if (aig_.is_input(node)) copy.set(Literal(node, false), Literal(node, false));
      copy.set(control, false_literal);
      if (accept(control, copy(part))) return;
    }
  }

  // Whether the part of the error holds for one of the control's values, whatever else is chosen.
  bool leaves_no_choice(Literal part, const std::vector<std::uint32_t>& nodes, Literal control) {
    Aig small;
    symbolic::AigCopier if_false(aig_, small), if_true(aig_, small);
    for (const std::uint32_t node : nodes) {
      if (!aig_.is_input(node)) continue;
      const Literal input(node, false);
      if_false.set(input, input == control ? false_literal : small.input());
      if_true.set(input, input == control ? true_literal : if_false(input));
    }
    const Literal either = small.lor(if_false(part), if_true(part));
    return holds_in_samples(small, either) && is_valid(small, either);
  }
  bool holds_in_samples(const Aig& aig, Literal function) {
    std::vector<std::uint64_t> inputs(aig.inputs());
    constexpr int rounds = 4;
    for (int round = 0; round < rounds; ++round) {
      for (std::uint64_t& word : inputs) word = random_();
      if (value_of(symbolic::simulate(aig, inputs), function) != ~std::uint64_t{0}) return false;
    }
    return true;
  }

  // -----------------------------------------------------------------------------------------------

  bool depends_on(Literal function, Literal control) {
    return std::ranges::binary_search(nodes_below(function), control.node());
  }
  // The nodes that a function depends on, itself included, operands first.
  std::vector<std::uint32_t> nodes_below(Literal function) {
    std::vector<std::uint32_t> result, waiting = {function.node()};
    std::unordered_set<std::uint32_t> seen;
    while (!waiting.empty()) {
      const std::uint32_t node = waiting.back();
      waiting.pop_back();
      if (!seen.insert(node).second) continue;
      result.push_back(node);
      if (aig_.is_and(node))
        waiting.insert(waiting.end(), {aig_.left(node).node(), aig_.right(node).node()});
    }
    std::ranges::sort(result);
    work_ += result.size();
    return result;
  }

  // Whether a few thousand steps of a SAT solver show that it is always true.
  static bool is_valid(const Aig& aig, Literal function) {
    if (function.node() == 0) return function == true_literal;
    SatSolver solver;
    CnfEncoder encoder(aig, solver);
    int patience = 10'000;
    solver.stop_when([&] { return --patience < 0; });
    solver.add_clause({encoder.implies(!function)});
    return solver.solve() == SatSolver::Answer::unsatisfiable;
  }

  // Takes the definition, unless it depends on another one, or another one on it, or a constraint
  // depends on the control, which may then be a way out.
  bool accept(Literal control, Literal function) {
    if (used_.contains(control) || excuses_.contains(control)) return false;
    std::vector<Literal> needed;
    for (const std::uint32_t node : nodes_below(function))
      if (is_control(Literal(node, false))) needed.emplace_back(node, false);
    const auto excludes = [&](Literal other) {
      return other == control || replaced_.contains(other);
    };
    if (replaced_.contains(control) || std::ranges::any_of(needed, excludes)) return false;
    used_.insert(needed.begin(), needed.end());
    replaced_.insert(control);
    found_.push_back({control, function});
    return true;
  }

  SafetyGraph& graph_;
  Aig& aig_;
  std::set<Literal> controls_;
  std::set<Literal> excuses_;  // what constraints depend on
  std::vector<Pair> pairs_;    // by the control's node
  std::set<Literal> replaced_;
  std::set<Literal> used_;  // controls that functions depend on
  std::vector<DefinedControl> found_;
  std::size_t work_ = 0;
  std::mt19937_64 random_{1};
};

}  // namespace

std::vector<DefinedControl> find_definitions(SafetyGraph& graph) {
  return DefinitionFinder(graph).find();
}

}  // namespace zermelo::proof
