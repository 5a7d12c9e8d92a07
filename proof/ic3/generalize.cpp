// SPDX-License-Identifier: MIT
// Generalisation: a state becomes a cube of all states for which the same reason holds. An
// unsatisfiable core drops most literals at once, and queries without one literal after another
// drop more: the generalisation of A. Bradley, "SAT-Based Model Checking without Unrolling" (VMCAI
// 2011), in the form that N. Een, A. Mishchenko and R. Brayton, "Efficient Implementation of
// Property Directed Reachability" (FMCAD 2011), give to it. Where one move is enough, that move is
// fixed, so that no query has a quantifier.
#include <array>
#include <cassert>
#include <utility>

#include "proof/ic3/ic3_search.h"

namespace zermelo::proof {

std::optional<Cube> Ic3Search::unsat_core(MoveSolver& s, const Cube& cube,
                                          const std::vector<SatLiteral>& conditions,
                                          std::span<const SatLiteral> constraint) {
  std::vector<SatLiteral> assumptions = conditions;
  s.assume_state(cube, assumptions);
  if (!constraint.empty()) s.solver().constrain(constraint);
  if (s.satisfiable(assumptions)) return {};
  Cube core(s.variables());
  for (std::size_t k = 0; k < s.variables(); ++k) {
    if (cube.has(k) && s.solver().failed(s.state_literal(k, cube.values[k])))
      core.add(k, cube.values[k]);
  }
  return core;
}

void Ic3Search::generalise(Core& core, const Query& query) {
  for (std::size_t k = 0; k < 64 * core.cube.care.words().size(); ++k) {
    if (!core.cube.has(k)) continue;
    Cube smaller = core.cube;
    smaller.drop(k);
    if (auto found = query(smaller)) {
      assert(found->cube.contains(core.cube));
      core = std::move(*found);
    }
  }
}

Cube Ic3Search::by_choice(MoveSolver& s, const StateVector& state, const StateVector& choice,
                          std::span<const SatLiteral> otherwise) const {
  Core core{cube_of(state, s.variables()), 0};
  if (options_.generalise == Generalise::none) return core.cube;
  std::vector<SatLiteral> conditions;
  s.assume_choice(choice, conditions);
  const auto query = [&](const Cube& cube) -> std::optional<Core> {
    auto found = unsat_core(s, cube, conditions, otherwise);
    if (!found) return {};
    return Core{std::move(*found), 0};
  };
  core = *query(core.cube);
  generalise(core, query);
  return core.cube;
}

Cube Ic3Search::core_by_choice(MoveSolver& s, const StateVector& state, const StateVector& choice,
                               std::span<const SatLiteral> otherwise) {
  std::vector<SatLiteral> conditions;
  s.assume_choice(choice, conditions);
  return *unsat_core(s, cube_of(state, s.variables()), conditions, otherwise);
}

void Ic3Search::add_won_by_choice(const StateVector& state, const StateVector& choice,
                                  std::optional<std::size_t> target) {
  MoveSolver& s = attacker_;
  std::vector<SatLiteral> otherwise = {-s.legal(), target ? s.ended() : -s.attacked()};
  if (target) s.next_not_in(won_[Player::defender][*target].cube, otherwise);
  const int rank = target ? won_[Player::defender][*target].bound + 1 : 1;
  add_won(Player::attacker,
          {by_choice(s, state, choice, otherwise), rank, choice, Ic3Cube::no_target});
}

void Ic3Search::add_blocked_by_choice(const StateVector& state, const StateVector& choice,
                                      std::size_t target) {
  MoveSolver& s = defender_;
  std::vector<SatLiteral> otherwise = {-s.legal(), s.attacked()};
  s.next_not_in(blocked_[Player::attacker][target].cube, otherwise);
  const int level = level_after(blocked_[Player::attacker][target].bound);
  add_blocked(Player::defender, {by_choice(s, state, choice, otherwise), level, choice, target});
}

void Ic3Search::add_blocked_by_choice(const StateVector& state, const StateVector& choice,
                                      SatLiteral otherwise, int level) {
  const std::array<SatLiteral, 2> all = {-defender_.legal(), otherwise};
  add_blocked(Player::defender,
              {by_choice(defender_, state, choice, all), level, choice, Ic3Cube::no_target});
}

}  // namespace zermelo::proof
