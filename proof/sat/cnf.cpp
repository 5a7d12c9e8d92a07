// SPDX-License-Identifier: MIT
#include "proof/sat/cnf.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <iterator>
#include <set>
#include <utility>

namespace zermelo::proof {

using symbolic::Literal;

// --- Cnf -----------------------------------------------------------------------------------------

void Cnf::add_clause(std::span<const SatLiteral> clause) {
  const std::size_t begin = literals_.size();
  const bool always_true = !append_different(clause);
  for (std::size_t k = begin; k < literals_.size(); ++k) sign_in_clause(literals_[k]) = 0;
  if (always_true) return literals_.resize(begin);
  literals_.push_back(0);
  ++clauses_;
}

std::int8_t& Cnf::sign_in_clause(SatLiteral literal) {
  return signs_[static_cast<std::size_t>(std::abs(literal))];
}

bool Cnf::append_different(std::span<const SatLiteral> clause) {
  signs_.resize(static_cast<std::size_t>(variables_) + 1);
  for (const SatLiteral literal : clause) {
    assert(literal != 0 && std::abs(literal) <= variables_);
    const std::int8_t sign = literal > 0 ? 1 : -1;
    std::int8_t& seen = sign_in_clause(literal);
    if (seen == -sign) return false;
    if (seen == sign) continue;
    seen = sign;
    literals_.push_back(literal);
  }
  return true;
}

bool Cnf::check() const {
  std::uint64_t clauses = 0;
  std::set<SatLiteral> clause;
  for (const SatLiteral literal : literals_) {
    if (literal == 0) {
      ++clauses;
      clause.clear();
      continue;
    }
    if (std::abs(literal) > variables_ || clause.contains(-literal)) return false;
    if (!clause.insert(literal).second) return false;
  }
  return clauses == clauses_ && clause.empty();
}

std::string Cnf::dimacs() const {
  std::string text = fmt::format("p cnf {} {}\n", variables_, clauses_);
  for (const SatLiteral literal : literals_) {
    fmt::format_to(std::back_inserter(text), "{}{}", literal, literal == 0 ? '\n' : ' ');
  }
  return text;
}

void Cnf::copy_to(ClauseSink& sink) const {
  for (int n = 0; n < variables_; ++n) sink.new_variable();
  const std::span<const SatLiteral> all = literals_;
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin;
    while (all[end] != 0) ++end;
    sink.add_clause(all.subspan(begin, end - begin));
    begin = end + 1;
  }
}

// --- CnfEncoder ----------------------------------------------------------------------------------

SatLiteral CnfEncoder::variable_of(std::uint32_t node) {
  if (codes_.size() <= node) codes_.resize(aig_.size());
  NodeCode& code = codes_[node];
  if (code.variable == 0) {
    code.variable = sink_.new_variable();
    if (node == 0) sink_.add_clause({-code.variable});
  }
  return code.variable;
}

void CnfEncoder::push(Literal literal, bool positive, bool negative) {
  if (literal.negated()) std::swap(positive, negative);
  if (!aig_.is_and(literal.node())) return;
  variable_of(literal.node());
  const NodeCode& code = codes_[literal.node()];
  positive = positive && !code.forced_true;
  negative = negative && !code.forced_false;
  if (positive || negative) tasks_.push_back({literal.node(), positive, negative});
}

// (Tasks wait in a list: graphs can be deeper than the stack.)
SatLiteral CnfEncoder::encode(Literal function, bool both) {
  count_uses();
  push(function, true, both);
  while (!tasks_.empty()) {
    const Task task = tasks_.back();
    tasks_.pop_back();
    bind(task);
  }
  return literal_of(function);
}

void CnfEncoder::count_uses() {
  for (auto node = static_cast<std::uint32_t>(uses_.size()); node < aig_.size(); ++node) {
    uses_.push_back(0);
    if (!aig_.is_and(node)) continue;
    for (const Literal child : {aig_.left(node), aig_.right(node)}) {
      std::uint8_t& uses = uses_[child.node()];
      uses = std::min<std::uint8_t>(uses + 1, 2);
    }
  }
}

bool CnfEncoder::is_part(Literal literal) const {
  const std::uint32_t node = literal.node();
  const bool has_variable = node < codes_.size() && codes_[node].variable != 0;
  return aig_.is_and(node) && uses_[node] < 2 && !has_variable;
}

// !(condition && then) && !(!condition && other) is the choice, negated.
std::optional<CnfEncoder::Choice> CnfEncoder::negated_choice(std::uint32_t node) const {
  const Literal p = aig_.left(node), q = aig_.right(node);
  if (!p.negated() || !q.negated() || !is_part(p) || !is_part(q)) return {};
  const std::array<Literal, 2> of_p = {aig_.left(p.node()), aig_.right(p.node())};
  const std::array<Literal, 2> of_q = {aig_.left(q.node()), aig_.right(q.node())};
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j)
      if (of_p[i] == !of_q[j]) return Choice{of_p[i], of_p[1 - i], of_q[1 - j]};
  }
  return {};
}

std::vector<Literal> CnfEncoder::conjuncts(std::uint32_t node) const {
  std::vector<Literal> result, waiting = {aig_.right(node), aig_.left(node)};
  while (!waiting.empty()) {
    const Literal literal = waiting.back();
    waiting.pop_back();
    if (literal.negated() || !is_part(literal)) {
      result.push_back(literal);
    } else {
      waiting.push_back(aig_.right(literal.node()));
      waiting.push_back(aig_.left(literal.node()));
    }
  }
  return result;
}

void CnfEncoder::bind(const Task& task) {
  // (A node can wait twice.)
  const NodeCode& code = codes_[task.node];
  const Task needed = {task.node, task.positive && !code.forced_true,
                       task.negative && !code.forced_false};
  if (!needed.positive && !needed.negative) return;
  if (const auto choice = negated_choice(task.node))
    bind_negated_choice(needed, *choice);
  else
    bind_conjunction(needed);
  codes_[task.node].forced_true |= needed.positive;
  codes_[task.node].forced_false |= needed.negative;
}

void CnfEncoder::bind_conjunction(const Task& task) {
  const SatLiteral node = variable_of(task.node);
  std::vector<SatLiteral> one_is_false = {node};
  for (const Literal literal : conjuncts(task.node)) {
    const SatLiteral conjunct = literal_of(literal);
    if (task.positive) sink_.add_clause({-node, conjunct});
    one_is_false.push_back(-conjunct);
    push(literal, task.positive, task.negative);
  }
  if (task.negative) sink_.add_clause(one_is_false);
}

void CnfEncoder::bind_negated_choice(const Task& task, const Choice& choice) {
  const SatLiteral node = variable_of(task.node), condition = literal_of(choice.condition);
  const SatLiteral then = literal_of(choice.then), other = literal_of(choice.other);
  // The last clause of each three follows from the others, but improves propagation.
  if (task.positive) {
    sink_.add_clause({-node, -condition, -then});
    sink_.add_clause({-node, condition, -other});
    sink_.add_clause({-node, -then, -other});
  }
  if (task.negative) {
    sink_.add_clause({node, -condition, then});
    sink_.add_clause({node, condition, other});
    sink_.add_clause({node, then, other});
  }
  push(choice.condition, true, true);
  push(choice.then, task.negative, task.positive);
  push(choice.other, task.negative, task.positive);
}

}  // namespace zermelo::proof
