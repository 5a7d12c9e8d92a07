// SPDX-License-Identifier: MIT
// One player's moves as clauses of a SAT solver, which is asked with cubes as assumptions what a
// state's moves can lead to.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "proof/ic3/cube.h"
#include "proof/ic3/cube_set.h"
#include "proof/ic3/reach_game.h"
#include "proof/sat/cnf.h"
#include "proof/sat/solver.h"

namespace zermelo::proof {

// Thrown when a query was stopped.
struct QueryStopped {};

// The game must outlive this object. Not thread-safe.
class MoveSolver {
 public:
  explicit MoveSolver(const Moves& moves);

  SatSolver& solver() { return solver_; }
  const SatSolver& solver() const { return solver_; }
  std::size_t variables() const { return state_.size(); }
  SatLiteral legal() const { return legal_; }
  SatLiteral attacked() const { return attacked_; }
  SatLiteral ended() const { return ended_; }
  // For another function of the graph.
  SatLiteral literal_of(Literal function) { return encoder_.equals(function); }
  SatLiteral state_literal(std::size_t variable, bool value) const {
    return value ? state_[variable] : -state_[variable];
  }
  void assume_state(const Cube& cube, std::vector<SatLiteral>& assumptions) const {
    for (std::size_t k = 0; k < state_.size(); ++k)
      if (cube.has(k)) assumptions.push_back(state_literal(k, cube.values[k]));
  }
  void assume_choice(const StateVector& choice, std::vector<SatLiteral>& assumptions) const {
    for (std::size_t k = 0; k < choice_.size(); ++k)
      assumptions.push_back(choice[k] ? choice_[k] : -choice_[k]);
  }
  // The literals of which at least one is true if the next state is not in the cube.
  void next_not_in(const Cube& cube, std::vector<SatLiteral>& clause) const {
    for (std::size_t k = 0; k < next_.size(); ++k)
      if (cube.has(k)) clause.push_back(cube.values[k] ? -next_[k] : next_[k]);
  }

  void state_not_in(const Cube& cube, std::vector<SatLiteral>& clause) const {
    for (std::size_t k = 0; k < state_.size(); ++k)
      if (cube.has(k)) clause.push_back(state_literal(k, !cube.values[k]));
  }

  // The literals that are true if the next state is in the cube.
  void assume_next(const Cube& cube, std::vector<SatLiteral>& assumptions) const {
    for (std::size_t k = 0; k < next_.size(); ++k)
      if (cube.has(k)) assumptions.push_back(next_literal(k, cube.values[k]));
  }
  SatLiteral next_literal(std::size_t variable, bool value) const {
    return value ? next_[variable] : -next_[variable];
  }

  // Demands that the next state is not in the cube, as long as that bound counts, unless
  // `exception` holds.
  void forbid(const Cube& cube, int bound, SatLiteral exception) {
    forbid_if(bound_literal(bound), cube, exception);
  }
  void forbid_if(SatLiteral condition, const Cube& cube, SatLiteral exception);
  void assume_bounds(const BoundRange& range, std::vector<SatLiteral>& assumptions) const;
  // One literal for each bound for which cubes have been forbidden.
  const std::map<int, SatLiteral>& bounds() const { return bounds_; }

  // Throws QueryStopped.
  bool satisfiable(const std::vector<SatLiteral>& assumptions);

  // To be called after `satisfiable`.
  StateVector state() const { return values_of(state_); }
  StateVector state_after() const { return values_of(next_); }
  StateVector choice_made() const { return values_of(choice_); }

 private:
  SatLiteral bound_literal(int bound);
  StateVector values_of(const std::vector<SatLiteral>& literals) const;

  SatSolver solver_;
  CnfEncoder encoder_;
  std::vector<SatLiteral> state_, choice_, next_;
  SatLiteral legal_ = 0, attacked_ = 0, ended_ = 0;
  std::map<int, SatLiteral> bounds_;
};

}  // namespace zermelo::proof
