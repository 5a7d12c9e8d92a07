// SPDX-License-Identifier: MIT
#include "proof/sat/cnf.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace zermelo::proof {

using symbolic::Literal;

// --- Cnf -----------------------------------------------------------------------------------------

void Cnf::add_clause(std::span<const SatLiteral> clause) {
  literals_.insert(literals_.end(), clause.begin(), clause.end());
  literals_.push_back(0);
  ++clauses_;
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
  push(function, true, both);
  while (!tasks_.empty()) {
    const Task task = tasks_.back();
    tasks_.pop_back();
    bind(task);
  }
  return literal_of(function);
}

void CnfEncoder::bind(const Task& task) {
  const Literal left = aig_.left(task.node), right = aig_.right(task.node);
  const SatLiteral node = variable_of(task.node), a = literal_of(left), b = literal_of(right);
  // (A node can wait twice.)
  const bool positive = task.positive && !codes_[task.node].forced_true;
  const bool negative = task.negative && !codes_[task.node].forced_false;
  if (positive) {
    sink_.add_clause({-node, a});
    sink_.add_clause({-node, b});
    codes_[task.node].forced_true = true;
  }
  if (negative) {
    sink_.add_clause({node, -a, -b});
    codes_[task.node].forced_false = true;
  }
  push(left, positive, negative);
  push(right, positive, negative);
}

}  // namespace zermelo::proof
