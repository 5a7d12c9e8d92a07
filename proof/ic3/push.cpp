// SPDX-License-Identifier: MIT
// Pushing: blocked cubes that hold at a higher level are moved there, the propagation of A.
// Bradley, "SAT-Based Model Checking without Unrolling" (VMCAI 2011). If a level is then not
// needed, the cubes above it are inductive. That is seen by comparing states instead of clauses: a
// defender's cube names one move, and that move may be worse than another cube's, so that it may be
// impossible to push it, even where nothing changes any more from one level to the next.
#include "proof/ic3/ic3_search.h"

namespace zermelo::proof {

bool Ic3Search::push_cubes(int depth) {
  for (int level = 1; level <= depth; ++level) {
    for (std::size_t n = 0; n < blocked_[Player::attacker].size(); ++n) push_attacker(n, level);
    for (std::size_t n = 0; n < blocked_[Player::defender].size(); ++n) push_defender(n, level);
    if (is_level_needed(level)) continue;
    for (const Player player : {Player::attacker, Player::defender}) {
      CubeSet& all = blocked_[player];
      for (std::size_t n = 0; n < all.size(); ++n)
        if (all[n].bound > level) all.set_bound(n, infinity);
    }
    return true;
  }
  return false;
}

void Ic3Search::push_attacker(std::size_t n, int level) {
  if (blocked_[Player::attacker][n].bound != level) return;
  for (;;) {
    if (const auto core = attacker_is_blocked(blocked_[Player::attacker][n].cube, level + 1))
      return blocked_[Player::attacker].set_bound(n, core->bound);
    // What is missing may be the image of a cube.
    if (!find_blocked(Player::defender, attacker_.state_after(), {level, infinity})) return;
  }
}

void Ic3Search::push_defender(std::size_t n, int level) {
  const Ic3Cube& cube = blocked_[Player::defender][n];
  if (cube.bound != level || cube.target == Ic3Cube::no_target) return;
  const int bound = level_after(blocked_[Player::attacker][cube.target].bound);
  if (bound <= level) return;
  attacker_.forbid(cube.cube, bound, attacker_.attacked());
  blocked_[Player::defender].set_bound(n, bound);
}

bool Ic3Search::is_level_needed(int level) {
  for (const Player player : {Player::attacker, Player::defender}) {
    const CubeSet& all = blocked_[player];
    for (std::size_t n = 0; n < all.size(); ++n)
      if (all[n].bound == level && !is_covered(player, Cube(all[n].cube), level + 1)) return true;
  }
  return false;
}

bool Ic3Search::is_covered(Player player, const Cube& cube, int level) {
  MoveSolver& s = solver(player);
  const SatLiteral selected = s.solver().new_variable();
  std::vector<SatLiteral> assumptions = {selected};
  s.assume_state(cube, assumptions);
  bool covered = true;
  while (s.satisfiable(assumptions)) {
    const auto n = find_blocked(player, s.state(), {level, infinity});
    covered = n.has_value();
    if (!covered) break;
    std::vector<SatLiteral> clause = {-selected};
    s.state_not_in(blocked_[player][*n].cube, clause);
    s.solver().add_clause(clause);
  }
  s.solver().add_clause({-selected});
  return covered;
}

}  // namespace zermelo::proof
