// SPDX-License-Identifier: MIT
#include "proof/qbf/qbf.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/sorted.h"
#include "proof/sat/cnf.h"

namespace zermelo::proof {
namespace {

using symbolic::Aig;
using symbolic::Literal;

// ANDs of any number of literals: those of the graph, where an AND that only one other needs is
// made part of it.
class WideGates {
 public:
  WideGates(const Aig& aig, Literal matrix) : aig_(aig), uses_(aig.size()), seen_(aig.size()) {
    count(matrix);
    uses_[matrix.node()] += 2;
    visit(matrix.node());
  }

  struct Gate {
    std::uint32_t node;
    std::vector<Literal> of;
  };
  // Each AND comes after its operands.
  const std::vector<Gate>& gates() const { return gates_; }

 private:
  void count(Literal matrix) {
    std::vector<std::uint32_t> waiting = {matrix.node()};
    while (!waiting.empty()) {
      const std::uint32_t node = waiting.back();
      waiting.pop_back();
      if (!aig_.is_and(node) || seen_[node] != 0) continue;
      seen_[node] = 1;
      for (const Literal part : {aig_.left(node), aig_.right(node)}) {
        uses_[part.node()] += part.negated() ? 2 : 1;  // a negated AND is not part of a conjunction
        waiting.push_back(part.node());
      }
    }
    std::ranges::fill(seen_, std::uint8_t{0});
  }
  std::vector<Literal> conjuncts(std::uint32_t node) const {
    std::vector<Literal> result, waiting = {aig_.right(node), aig_.left(node)};
    while (!waiting.empty()) {
      const Literal part = waiting.back();
      waiting.pop_back();
      if (!part.negated() && aig_.is_and(part.node()) && uses_[part.node()] == 1) {
        waiting.push_back(aig_.right(part.node()));
        waiting.push_back(aig_.left(part.node()));
      } else {
        result.push_back(part);
      }
    }
    sort_unique(result);
    return result;
  }
  void visit(std::uint32_t root) {
    // A node is done when it is met the second time, because its parts are done by then.
    std::vector<std::pair<std::uint32_t, bool>> waiting = {{root, false}};
    while (!waiting.empty()) {
      const auto [node, parts_done] = waiting.back();
      waiting.pop_back();
      if (!aig_.is_and(node) || seen_[node] != 0) continue;
      std::vector<Literal> of = conjuncts(node);
      if (parts_done) {
        seen_[node] = 1;
        gates_.push_back({node, std::move(of)});
        continue;
      }
      waiting.emplace_back(node, true);
      for (const Literal part : of) waiting.emplace_back(part.node(), false);
    }
  }

  const Aig& aig_;
  std::vector<std::uint32_t> uses_;
  std::vector<std::uint8_t> seen_;
  std::vector<Gate> gates_;
};

std::string comments(const Qbf& formula, const std::vector<int>& inputs, const char* mark) {
  std::string text;
  for (const QbfBlock& block : formula.prefix) {
    for (const QbfVariables& v : block.variables) {
      if (v.bits.empty()) continue;
      text += fmt::format("{} {}:", mark, v.name);
      for (const Literal bit : v.bits)
        text += fmt::format(" {}", inputs[formula.aig.input_number(bit.node())]);
      text += '\n';
    }
  }
  return text;
}

// Numbers for the inputs, in the order of the prefix, from 1.
std::vector<int> numbered_inputs(const Qbf& formula) {
  std::vector<int> result(formula.aig.inputs());
  int next = 1;
  for (const QbfBlock& block : formula.prefix) {
    for (const QbfVariables& v : block.variables)
      for (const Literal bit : v.bits) result[formula.aig.input_number(bit.node())] = next++;
  }
  return result;
}

// The numbers of a block's variables, with `between` before each.
std::string block_text(const Qbf& formula, const QbfBlock& block, const std::vector<int>& inputs,
                       const char* between) {
  std::string text;
  for (const QbfVariables& v : block.variables) {
    for (const Literal bit : v.bits) {
      if (!text.empty()) text += between;
      text += std::to_string(inputs[formula.aig.input_number(bit.node())]);
    }
  }
  return text;
}

struct Clauses {
  Cnf cnf;
  std::vector<int> inputs;
};

Clauses clauses_of(const Qbf& formula) {
  Clauses result;
  CnfEncoder encoder(formula.aig, result.cnf);
  result.inputs.resize(formula.aig.inputs());
  for (const QbfBlock& block : formula.prefix) {
    for (const QbfVariables& v : block.variables) {
      for (const Literal bit : v.bits)
        result.inputs[formula.aig.input_number(bit.node())] = encoder.equals(bit);
    }
  }
  result.cnf.add_clause({encoder.implies(formula.matrix)});
  return result;
}

}  // namespace

std::vector<Literal> Qbf::add(bool universal, const std::string& name, std::size_t bits) {
  std::vector<Literal> result;
  if (bits == 0) return result;
  for (std::size_t bit = 0; bit < bits; ++bit) result.push_back(aig.input());
  if (prefix.empty() || prefix.back().universal != universal) prefix.push_back({universal, {}});
  prefix.back().variables.push_back({name, result});
  return result;
}

QbfSize size_of(const Qbf& formula) {
  const Clauses clauses = clauses_of(formula);
  QbfSize size;
  size.gates = WideGates(formula.aig, formula.matrix).gates().size();
  size.variables = static_cast<std::uint64_t>(clauses.cnf.variables());
  size.clauses = clauses.cnf.clauses();
  size.blocks = formula.prefix.size();
  for (const QbfBlock& block : formula.prefix) {
    if (!block.universal) continue;
    for (const QbfVariables& v : block.variables) size.universals += v.bits.size();
  }
  const bool ends_universal = !formula.prefix.empty() && formula.prefix.back().universal;
  if (ends_universal && size.variables > formula.aig.inputs()) ++size.blocks;
  return size;
}

std::string to_qcir(const Qbf& formula) {
  const std::vector<int> inputs = numbered_inputs(formula);
  const WideGates wide(formula.aig, formula.matrix);
  std::vector<int> numbers(formula.aig.size());
  for (std::uint32_t node = 1; node < formula.aig.size(); ++node) {
    if (formula.aig.is_input(node)) numbers[node] = inputs[formula.aig.input_number(node)];
  }
  int next = static_cast<int>(inputs.size());
  for (const WideGates::Gate& gate : wide.gates()) numbers[gate.node] = ++next;
  // A constant is an empty conjunction.
  const bool constant = formula.matrix.node() == 0;
  if (constant) numbers[0] = ++next;

  const auto text_of = [&](Literal literal) {
    // (Node 0 is false, and so the negation of the empty conjunction.)
    const bool negated = literal.negated() != (literal.node() == 0);
    return fmt::format("{}{}", negated ? "-" : "", numbers[literal.node()]);
  };
  std::string text = fmt::format("#QCIR-G14 {}\n", next) + comments(formula, inputs, "#");
  for (const QbfBlock& block : formula.prefix) {
    text += fmt::format("{}({})\n", block.universal ? "forall" : "exists",
                        block_text(formula, block, inputs, ", "));
  }
  text += fmt::format("output({})\n", text_of(formula.matrix));
  if (constant) text += fmt::format("{} = and()\n", numbers[0]);
  for (const WideGates::Gate& gate : wide.gates()) {
    text += fmt::format("{} = and(", numbers[gate.node]);
    for (std::size_t k = 0; k < gate.of.size(); ++k) {
      if (k != 0) text += ", ";
      text += text_of(gate.of[k]);
    }
    text += ")\n";
  }
  return text;
}

QdimacsText to_qdimacs(const Qbf& formula) {
  const Clauses clauses = clauses_of(formula);
  const std::string dimacs = clauses.cnf.dimacs();
  const std::size_t head = dimacs.find('\n') + 1;  // "p cnf VARIABLES CLAUSES"

  std::string text = comments(formula, clauses.inputs, "c") + dimacs.substr(0, head);
  const int first_gate = static_cast<int>(formula.aig.inputs()) + 1;
  std::string gates;
  for (int gate = first_gate; gate <= clauses.cnf.variables(); ++gate)
    gates += fmt::format(" {}", gate);
  bool gates_done = gates.empty();
  for (const QbfBlock& block : formula.prefix) {
    text += fmt::format("{} {}", block.universal ? 'a' : 'e',
                        block_text(formula, block, clauses.inputs, " "));
    if (&block == &formula.prefix.back() && !block.universal) {
      text += gates;
      gates_done = true;
    }
    text += " 0\n";
  }
  if (!gates_done) text += fmt::format("e{} 0\n", gates);
  text += dimacs.substr(head);
  return {std::move(text), clauses.inputs};
}

}  // namespace zermelo::proof
