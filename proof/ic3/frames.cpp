// SPDX-License-Identifier: MIT
// The frames: the cubes that have been found, each with the greatest level for which it is known
// to be blocked, as in N. Een, A. Mishchenko and R. Brayton, "Efficient Implementation of Property
// Directed Reachability" (FMCAD 2011); and those that are won, each with its rank. Every cube that
// is added becomes a clause of the other player's solver, which can be switched on by its level.
#include <algorithm>
#include <cassert>
#include <utility>

#include "proof/ic3/ic3_search.h"

namespace zermelo::proof {

std::optional<std::size_t> Ic3Search::find_blocked(Player player, const StateVector& state,
                                                   const BoundRange& range) {
  if (const auto n = blocked_[player].find(state, range)) return n;
  for (const ReachSymmetry& symmetry : game_.symmetries) {
    if (const auto n = blocked_[player].find(image(symmetry, state), range))
      return add_blocked_preimage(symmetry, player, *n);
  }
  return {};
}

std::optional<std::size_t> Ic3Search::find_won(Player player, const StateVector& state,
                                               const BoundRange& range) {
  if (const auto n = won_[player].find(state, range)) return n;
  for (const ReachSymmetry& symmetry : game_.symmetries) {
    if (const auto n = won_[player].find(image(symmetry, state), range))
      return add_won(player, preimage(symmetry, player, won_[player][*n]));
  }
  return {};
}

std::size_t Ic3Search::add_blocked(Player player, Ic3Cube cube) {
  assert(cube.cube.check(solver(player).variables()) && cube.bound >= 1);
  if (player == Player::defender) attacker_.forbid(cube.cube, cube.bound, attacker_.attacked());
  return blocked_[player].add(std::move(cube));
}

std::size_t Ic3Search::add_won(Player player, Ic3Cube cube) {
  assert(cube.cube.check(solver(player).variables()) && cube.bound >= 1);
  if (player == Player::attacker) defender_.forbid(cube.cube, cube.bound, defender_.ended());
  return won_[player].add(std::move(cube));
}

std::size_t Ic3Search::add_blocked_preimage(const ReachSymmetry& symmetry, Player player,
                                            std::size_t n) {
  const Ic3Cube cube = blocked_[player][n];
  Ic3Cube result = preimage(symmetry, player, cube);
  if (cube.target != Ic3Cube::no_target) {
    const Ic3Cube target =
        preimage(symmetry, Player::attacker, blocked_[Player::attacker][cube.target]);
    const auto known = blocked_[Player::attacker].find_same(target.cube);
    result.target = known ? *known : add_blocked(Player::attacker, target);
  }
  return add_blocked(player, std::move(result));
}

// --- What must hold ------------------------------------------------------------------------------

bool Ic3Search::check() const {
  MoveSolver attacker(game_.moves[Player::attacker]), defender(game_.moves[Player::defender]);
  return targets_are_there() && exclude_each_other(Player::attacker, attacker) &&
         exclude_each_other(Player::defender, defender);
}

bool Ic3Search::targets_are_there() const {
  const std::size_t targets = blocked_[Player::attacker].size();
  return std::ranges::all_of(blocked_[Player::defender].cubes(), [&](const Ic3Cube& cube) {
    return cube.target == Ic3Cube::no_target || cube.target < targets;
  });
}

// (Cubes that have an assignment in common need not have a state in common; there may be millions
// of such pairs.)
bool Ic3Search::exclude_each_other(Player player, MoveSolver& s) const {
  int questions = 1000;
  for (const Ic3Cube& blocked : blocked_[player].cubes()) {
    for (const Ic3Cube& won : won_[player].cubes()) {
      if (won.bound > blocked.bound || !intersect(won.cube, blocked.cube)) continue;
      if (questions-- == 0) return true;
      std::vector<SatLiteral> assumptions;
      s.assume_state(won.cube, assumptions);
      s.assume_state(blocked.cube, assumptions);
      if (s.satisfiable(assumptions)) return false;
    }
  }
  return blocked_[player].check() && won_[player].check();
}

}  // namespace zermelo::proof
