// SPDX-License-Identifier: MIT
// Proof obligations: a state is to be blocked at a level, and for that the states that its moves
// lead to at the level before. The obligations of A. Bradley, "SAT-Based Model Checking without
// Unrolling" (VMCAI 2011), for two players as in J. Zandvliet, "Adapting IC3 for Combinatorial
// Two-Player Games" (Leiden, 2020); but a state that cannot be blocked becomes a cube, too. They
// are handled by recursion, without the queue of Een, Mishchenko and Brayton, "Efficient
// Implementation of Property Directed Reachability" (FMCAD 2011), as each answer is needed at once.
#include <algorithm>
#include <cassert>

#include "proof/ic3/ic3_search.h"

namespace zermelo::proof {
namespace {

// If play goes on for this many plies without coming to an end, it is taken to go on for ever, also
// because each ply takes room on the stack.
constexpr std::size_t longest_path = 1000;

}  // namespace

bool Ic3Search::block(const StateVector& state, Player player, int level) {
  if (level == 0) return true;
  ++statistics_.obligations;
  if (options_.progress && statistics_.obligations % 64 == 0) {
    update_statistics();
    options_.progress(statistics_);
  }
  if (const auto known = known_verdict(state, player, level)) return *known;
  if (level == infinity) {
    const bool is_new = path_.emplace(player, state.words()).second;
    if (!is_new || path_.size() > longest_path) throw CycleFound();
  }
  const bool result =
      player == Player::attacker ? block_attacker(state, level) : block_defender(state, level);
  if (level == infinity) path_.erase({player, state.words()});
  assert(result ? blocked_[player].find(state, {level, infinity}).has_value()
                : won_[player].find(state, {0, level}).has_value());
  return result;
}

std::optional<bool> Ic3Search::known_verdict(const StateVector& state, Player player, int level) {
  if (find_blocked(player, state, {level, infinity})) return true;
  if (find_won(player, state, {0, level})) return false;
  return {};
}

std::optional<Ic3Search::Core> Ic3Search::core_around(const Cube& state, const Query& query) const {
  auto core = query(state);
  if (!core) return core;
  if (options_.generalise == Generalise::both)
    generalise(*core, query);
  else
    core->cube = state;
  return core;
}

// The attacker needs one good move.
bool Ic3Search::block_attacker(const StateVector& state, int level) {
  if (options_.generalise == Generalise::both && add_invariant_at(state)) return true;
  if (take_advice(Player::attacker, state) && !attacker_.solver().value(attacker_.ended()) &&
      attack_succeeds(state, level))
    return false;
  const auto query = [&](const Cube& cube) { return attacker_is_blocked(cube, level); };
  const Cube this_state = cube_of(state, attacker_.variables());
  for (;;) {
    if (const auto core = core_around(this_state, query)) {
      add_blocked(Player::attacker, {core->cube, core->bound, {}, Ic3Cube::no_target});
      return true;
    }
    if (attack_succeeds(state, level)) return false;
  }
}

bool Ic3Search::attack_succeeds(const StateVector& state, int level) {
  const StateVector choice = attacker_.choice_made(), next = attacker_.state_after();
  if (attacker_.solver().value(attacker_.attacked())) {
    add_won_by_choice(state, choice, {});
    return true;
  }
  if (block(next, Player::defender, level_before(level))) return false;
  add_won_by_choice(state, choice, won_[Player::defender].find(next, {0, level_before(level)}));
  return true;
}

// The defender needs one good move.
bool Ic3Search::block_defender(const StateVector& state, int level) {
  if (take_advice(Player::defender, state) && !defender_.solver().value(defender_.attacked()) &&
      defence_succeeds(state, level))
    return true;
  const auto query = [&](const Cube& cube) { return defender_is_attracted(cube, level); };
  const Cube this_state = cube_of(state, defender_.variables());
  for (;;) {
    if (const auto core = core_around(this_state, query)) {
      add_won(Player::defender, {core->cube, core->bound, {}, Ic3Cube::no_target});
      return false;
    }
    if (defence_succeeds(state, level)) return true;
  }
}

bool Ic3Search::defence_succeeds(const StateVector& state, int level) {
  const StateVector choice = defender_.choice_made(), next = defender_.state_after();
  if (defender_.solver().value(defender_.ended())) {
    add_blocked_by_choice(state, choice, -defender_.ended(), infinity);
    return true;
  }
  if (!block(next, Player::attacker, level_before(level))) return false;
  if (level == 1) {
    // No state is won within no plies, so any move that does not lose will do.
    add_blocked_by_choice(state, choice, defender_.attacked(), 1);
  } else {
    add_blocked_by_choice(state, choice,
                          *blocked_[Player::attacker].find(next, {level_before(level), infinity}));
  }
  return true;
}

bool Ic3Search::take_advice(Player player, const StateVector& state) {
  if (!options_.advice) return false;
  const auto choice = options_.advice(player, state);
  if (!choice) return false;
  MoveSolver& s = solver(player);
  std::vector<SatLiteral> assumptions = {s.legal()};
  s.assume_state(cube_of(state, s.variables()), assumptions);
  s.assume_choice(*choice, assumptions);
  return s.satisfiable(assumptions);
}

// --- The queries ---------------------------------------------------------------------------------

// Bradley's consecution: no step leads from the cube out of the frame before.
std::optional<Ic3Search::Core> Ic3Search::attacker_is_blocked(const Cube& cube, int level) {
  MoveSolver& s = attacker_;
  std::vector<SatLiteral> conditions = {s.legal(), level == 1 ? s.attacked() : wins_or_continues_};
  if (level > 1) s.assume_bounds({level_before(level), infinity}, conditions);
  const auto core = unsat_core(s, cube, conditions);
  if (!core) return {};
  if (level == 1) return Core{*core, s.solver().failed(s.attacked()) ? 1 : infinity};
  int least = infinity;
  for (const auto& [bound, literal] : s.bounds()) {
    if (bound >= level_before(level) && s.solver().failed(literal)) least = std::min(least, bound);
  }
  return Core{*core, level_after(least)};
}

// One step of the attractor: every move leads to what is won already.
std::optional<Ic3Search::Core> Ic3Search::defender_is_attracted(const Cube& cube, int rank) {
  MoveSolver& s = defender_;
  std::vector<SatLiteral> conditions = {s.legal(), -s.attacked()};
  s.assume_bounds({0, level_before(rank)}, conditions);
  const auto core = unsat_core(s, cube, conditions);
  if (!core) return {};
  int most = 0;
  for (const auto& [bound, literal] : s.bounds()) {
    if (bound <= level_before(rank) && s.solver().failed(literal)) most = std::max(most, bound);
  }
  return Core{*core, most + 1};
}

}  // namespace zermelo::proof
