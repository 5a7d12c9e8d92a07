// SPDX-License-Identifier: MIT
#include "proof/aiger/aiger.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "proof/aiger/aiger_lists.h"

namespace zermelo::proof {

using symbolic::Aig;
using symbolic::Literal;

bool AigerFile::check() const {
  const std::uint64_t before_ands = std::uint64_t{inputs} + latches.size();
  const std::uint64_t last = before_ands + ands.size();
  if (last > max_aiger_variables) return false;
  const auto is_there = [&](std::uint32_t literal) { return literal / 2 <= last; };
  for (const AigerLatch& latch : latches) {
    if (!is_there(latch.next)) return false;
  }
  bool good = true;
  for_each_aiger_list(*this, [&](const std::vector<std::uint32_t>& list) {
    good = good && std::all_of(list.begin(), list.end(), is_there);
  });
  for (std::uint32_t n = 0; n < ands.size(); ++n) {
    good = good && ands[n].right <= ands[n].left && ands[n].left < and_literal(n);
  }
  for (const AigerSymbolKind& kind : aiger_symbol_kinds) {
    for (const auto& [position, name] : this->*kind.names) {
      good = good && position < kind.count(*this) &&
             std::all_of(name.begin(), name.end(), in_aiger_name);
    }
  }
  return good && std::none_of(comments.begin(), comments.end(), [](const std::string& line) {
           return line.find('\n') != std::string::npos;
         });
}

// --- Graphs --------------------------------------------------------------------------------------

std::vector<Literal> add_to_graph(const AigerFile& file, Aig& aig,
                                  std::span<const Literal> inputs) {
  assert(file.check());
  assert(inputs.size() == file.inputs + file.latches.size());
  std::vector<Literal> variables = {symbolic::false_literal};
  variables.reserve(std::size_t{1} + file.variables());
  variables.insert(variables.end(), inputs.begin(), inputs.end());
  for (const AigerAnd& gate : file.ands) {
    variables.push_back(
        aig.land(aiger_literal(variables, gate.left), aiger_literal(variables, gate.right)));
  }
  return variables;
}

AigerFile cone_of(const Aig& aig, std::span<const Literal> inputs,
                  std::span<const Literal> outputs) {
  // Step 1: find what the outputs depend on. (An AND comes after its operands.)
  std::vector<bool> in_cone(aig.size());
  for (const Literal output : outputs) in_cone[output.node()] = true;
  for (std::uint32_t node = aig.size(); node-- > 1;) {
    if (!in_cone[node] || !aig.is_and(node)) continue;
    in_cone[aig.left(node).node()] = true;
    in_cone[aig.right(node).node()] = true;
  }
  // Step 2: number these nodes, the inputs first.
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> numbers(aig.size(), none);
  numbers[0] = 0;
  AigerFile file;
  for (const Literal input : inputs) {
    assert(aig.is_input(input.node()) && !input.negated() && numbers[input.node()] == none);
    numbers[input.node()] = ++file.inputs;
  }
  const auto renamed = [&](Literal literal) {
    assert(numbers[literal.node()] != none);
    return 2 * numbers[literal.node()] + (literal.negated() ? 1 : 0);
  };
  for (std::uint32_t node = 1; node < aig.size(); ++node) {
    if (!in_cone[node] || !aig.is_and(node)) continue;
    const std::uint32_t a = renamed(aig.left(node)), b = renamed(aig.right(node));
    file.ands.push_back({std::max(a, b), std::min(a, b)});
    numbers[node] = file.variables();
  }
  for (const Literal output : outputs) file.outputs.push_back(renamed(output));
  assert(file.check());
  return file;
}

// (Variables keep their numbers: latches come after the inputs anyway.)
AigerFile with_latches(AigerFile file, std::size_t latches) {
  assert(file.latches.empty() && latches <= file.inputs && latches <= file.outputs.size());
  const std::size_t first = file.outputs.size() - latches;
  for (std::size_t k = 0; k < latches; ++k)
    file.latches.push_back({.next = file.outputs[first + k]});
  file.outputs.resize(first);
  file.inputs -= static_cast<std::uint32_t>(latches);
  return file;
}

}  // namespace zermelo::proof
