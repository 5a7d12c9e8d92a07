// SPDX-License-Identifier: MIT
#include "proof/ic3/move_solver.h"

namespace zermelo::proof {

MoveSolver::MoveSolver(const Moves& moves) : encoder_(moves.aig, solver_) {
  for (const Literal l : moves.state) state_.push_back(encoder_.equals(l));
  for (const Literal l : moves.choice) choice_.push_back(encoder_.equals(l));
  for (const Literal l : moves.next) next_.push_back(encoder_.equals(l));
  legal_ = encoder_.equals(moves.legal);
  attacked_ = encoder_.equals(moves.attacked);
  ended_ = encoder_.equals(moves.ended);
  solver_.add_clause({encoder_.implies(moves.is_state)});
}

void MoveSolver::forbid_if(SatLiteral condition, const Cube& cube, SatLiteral exception) {
  std::vector<SatLiteral> clause = {-condition, exception};
  next_not_in(cube, clause);
  solver_.add_clause(clause);
}

void MoveSolver::assume_bounds(const BoundRange& range,
                               std::vector<SatLiteral>& assumptions) const {
  const auto end = bounds_.upper_bound(range.most);
  for (auto b = bounds_.lower_bound(range.least); b != end; ++b) assumptions.push_back(b->second);
}

bool MoveSolver::satisfiable(const std::vector<SatLiteral>& assumptions) {
  const SatSolver::Answer answer = solver_.solve(assumptions);
  if (answer == SatSolver::Answer::stopped) throw QueryStopped();
  return answer == SatSolver::Answer::satisfiable;
}

SatLiteral MoveSolver::bound_literal(int bound) {
  SatLiteral& literal = bounds_[bound];
  if (literal == 0) literal = solver_.new_variable();
  return literal;
}

StateVector MoveSolver::values_of(const std::vector<SatLiteral>& literals) const {
  StateVector result(literals.size());
  for (std::size_t k = 0; k < literals.size(); ++k) result.set(k, solver_.value(literals[k]));
  return result;
}

}  // namespace zermelo::proof
