// SPDX-License-Identifier: MIT
#include "proof/qbf/attempt.h"

namespace zermelo::proof {

using symbolic::false_literal;
using symbolic::other;
using symbolic::true_literal;

Attempt::Attempt(const ArenaChanges& changes, Side attacker, const ArenaBoard& state, int plies,
                 const std::function<bool()>& stop)
    : changes_(changes), attacker_(attacker), mover_(state.to_move), encoder_(aig_, solver_) {
  if (stop) solver_.stop_when(stop);
  std::vector<Literal> board;
  for (const bool value : state.values) board.push_back(value ? true_literal : false_literal);
  root_ = make_node(std::move(board), plies);
}

std::optional<std::size_t> Attempt::move() {
  assumptions_ = {root_->holds};
  collect_edges(*root_);
  switch (solver_.solve(assumptions_)) {
    case SatSolver::Answer::stopped:
      throw SearchStopped();
    case SatSolver::Answer::unsatisfiable:
      return std::nullopt;
    case SatSolver::Answer::satisfiable:
      break;
  }
  for (const auto& [number, chosen] : root_->choices)
    if (solver_.value(chosen)) return number;
  return std::nullopt;
}

std::unique_ptr<Attempt::Node> Attempt::make_node(std::vector<Literal> board, int plies) {
  auto node = std::make_unique<Node>();
  node->plies = plies;
  ArenaAt here(changes_, aig_, std::move(board), mover_);
  const Literal won = here(arena().won[attacker_]), over = here(arena().over);
  if (plies == 0) {
    node->holds = implied(attacks() ? won : !won);
    return node;
  }
  node->holds = solver_.new_variable();
  const SatLiteral plays = solver_.new_variable();
  const Literal reached = attacks() ? won : aig_.land(over, !won);
  solver_.add_clause({-node->holds, implied(reached), plays});
  solver_.add_clause({-plays, implied(!over)});
  std::vector<Literal> chosen = choose_move(*node, here, plays);
  node->after = std::make_unique<ArenaAt>(changes_, aig_, here.after(chosen), other(mover_));
  add_end(*node, plays);
  return node;
}

// One variable per move; a binary number in addition ensures that only one is chosen.
std::vector<Literal> Attempt::choose_move(Node& node, ArenaAt& here, SatLiteral plays) {
  std::vector<Literal> chosen(here.moves().size(), false_literal);
  std::vector<SatLiteral> some = {-plays}, bits;
  for (std::size_t m = 0; m < chosen.size(); ++m) {
    const Literal possible = here.guard(m);
    if (possible == false_literal) continue;
    chosen[m] = aig_.input();
    const SatLiteral choice = encoder_.equals(chosen[m]);
    solver_.add_clause({-choice, implied(possible)});
    for (std::size_t bit = 0; bit < 20; ++bit) {
      if (bits.size() <= bit && node.choices.size() >> bit == 0) break;
      if (bits.size() <= bit) add_bit(bits, bit, node);
      const bool one = (node.choices.size() >> bit & 1) != 0;
      solver_.add_clause({-choice, one ? bits[bit] : -bits[bit]});
    }
    node.choices.emplace_back(m, choice);
    some.push_back(choice);
  }
  solver_.add_clause(some);
  return chosen;
}
// Adds a bit to the number: 0 for all moves so far.
void Attempt::add_bit(std::vector<SatLiteral>& bits, std::size_t bit, const Node& node) {
  bits.resize(bit + 1);
  bits[bit] = solver_.new_variable();
  for (const auto& [move, choice] : node.choices) solver_.add_clause({-choice, -bits[bit]});
}

void Attempt::add_end(Node& node, SatLiteral plays) {
  ArenaAt& after = *node.after;
  const Literal won = after(arena().won[attacker_]), over = after(arena().over);
  if (!attacks()) solver_.add_clause({-plays, implied(!won)});
  if (node.plies == 1) {
    if (attacks()) solver_.add_clause({-plays, implied(won)});
    return;
  }
  node.nonterminal = solver_.new_variable();
  solver_.add_clause({-plays, implied(attacks() ? won : over), node.nonterminal});
  solver_.add_clause({-node.nonterminal, implied(!over)});
}

std::uint64_t Attempt::grow(Node& node, const ReplyTree& tree) {
  if (node.nonterminal == 0) return 0;
  std::uint64_t added = 0;
  for (const Branch& branch : tree.branches) {
    auto found = node.edges.find(branch.move);
    if (found == node.edges.end()) {
      found = node.edges.emplace(branch.move, make_edge(node, branch.move)).first;
      ++added;
    }
    if (found->second.then) added += grow(*found->second.then, branch.then);
  }
  return added;
}
// If the reply is possible, the state after it must be good, too.
Attempt::Edge Attempt::make_edge(Node& node, std::size_t reply) {
  ArenaAt& at = *node.after;
  std::vector<Literal> chosen(at.moves().size(), false_literal);
  chosen[reply] = true_literal;
  Edge edge{solver_.new_variable(), nullptr};
  const Literal impossible = !at.guard(reply);
  if (impossible == true_literal) return edge;
  edge.then = make_node(at.after(chosen), node.plies - 2);
  solver_.add_clause({-node.nonterminal, -edge.used, implied(impossible), edge.then->holds});
  return edge;
}

void Attempt::collect_edges(const Node& node) {
  for (const auto& [move, edge] : node.edges) {
    assumptions_.push_back(edge.used);
    if (edge.then) collect_edges(*edge.then);
  }
}
ReplyTree Attempt::core(const Node& node) const {
  ReplyTree result;
  for (const auto& [move, edge] : node.edges) {
    if (!solver_.failed(edge.used)) continue;
    result.branches.push_back({move, edge.then ? core(*edge.then) : ReplyTree()});
  }
  return result;
}

}  // namespace zermelo::proof
