// SPDX-License-Identifier: MIT
// Inductive invariants that are single cubes: the defender can stay in them, so they are blocked at
// every level. Draws need not be played to their ends with them. The defender cannot keep all
// literals of a cube true; those that fail are dropped until the rest is inductive, which is how
// A. Bradley and Z. Manna, "Checking Safety by Inductive Generalization of Counterexamples to
// Induction" (FMCAD 2007), find the largest inductive subset of a clause.
#include <bit>
#include <utility>

#include "proof/ic3/ic3_search.h"

namespace zermelo::proof {

bool Ic3Search::add_invariant_at(const StateVector& state) {
  Cube stable = stable_part(state);
  const auto core = without_attacks(stable);
  if (!core) return false;
  auto invariant = invariant_around(*core);
  if (!invariant && !(*core == stable)) invariant = invariant_around(stable);
  if (!invariant) return false;
  add_generalised(std::move(*invariant));
  return true;
}

// Not only of literals that are stable whatever is played: the defender keeps true what they can. A
// counter that is kept from overflowing takes one bit this way, but all of its values if one goes
// step by step.
bool Ic3Search::add_invariant_at_start() {
  const std::uint64_t begin = sat_calls();
  invariant_limit_ = begin + begin / 4;
  auto invariant = invariant_around(cube_of(start_, attacker_.variables()));
  if (invariant) {
    invariant_limit_ = sat_calls() + begin;  // for making it larger
    add_generalised(std::move(*invariant));
  }
  invariant_limit_ = no_limit;
  return invariant.has_value();
}

// Hardly any game has such a cube, so it is looked for only in games that take long, only now and
// then, and for a fraction of the time that has been spent.
bool Ic3Search::is_invariant_at_start_due(int depth) const {
  constexpr unsigned first_depth = 8;
  return options_.generalise == Generalise::both && game_.only_replies_err &&
         game_.first == Player::attacker && static_cast<unsigned>(depth) >= first_depth &&
         std::has_single_bit(static_cast<unsigned>(depth));
}

void Ic3Search::add_generalised(InductiveInvariant invariant) {
  for (std::size_t k = 0; k < attacker_.variables(); ++k) {
    if (!invariant.cube.has(k)) continue;
    Cube larger = invariant.cube;
    larger.drop(k);
    if (auto found = invariant_around(std::move(larger))) invariant = std::move(*found);
  }
  const std::size_t target =
      add_blocked(Player::attacker, {invariant.cube, infinity, {}, Ic3Cube::no_target});
  for (Ic3Cube& reply : invariant.replies) {
    if (reply.target != Ic3Cube::no_target) reply.target = target;
    add_blocked(Player::defender, std::move(reply));
  }
}

std::optional<Ic3Search::InductiveInvariant> Ic3Search::invariant_around(Cube cube) {
  InductiveInvariant invariant{std::move(cube), {}};
  const SatLiteral selected = attacker_.solver().new_variable();
  const bool is_inductive = make_inductive(invariant, selected);
  attacker_.solver().add_clause({-selected});
  if (!is_inductive) return {};
  return invariant;
}

bool Ic3Search::make_inductive(InductiveInvariant& invariant, SatLiteral selected) {
  MoveSolver& s = attacker_;
  if (!may_be_inductive(invariant.cube)) return false;
  for (;;) {
    if (sat_calls() > invariant_limit_) return false;
    std::vector<SatLiteral> conditions = {s.legal(), wins_or_continues_, selected};
    s.assume_bounds({infinity, infinity}, conditions);
    if (unsat_core(s, invariant.cube, conditions)) return true;
    const StateVector next = s.state_after();
    while (!add_reply(invariant, next, selected)) {
      if (!drop_failed(invariant.cube) || !may_be_inductive(invariant.cube)) return false;
    }
  }
}

// Replies are never attacks, so where only replies can be attacks, nothing has to be ruled out.
bool Ic3Search::may_be_inductive(const Cube& cube) {
  return game_.only_replies_err || without_attacks(cube);
}

// (Where a side can lose by its own move, cubes are hardly ever inductive.)
std::optional<Cube> Ic3Search::without_attacks(const Cube& cube) {
  auto result = unsat_core(attacker_, cube, {attacker_.legal(), attacker_.attacked()});
  if (!result) return {};
  // (A state with the defender to move may have more variables.)
  Cube same(defender_.variables());
  for (std::size_t k = 0; k < attacker_.variables(); ++k)
    if (cube.has(k)) same.add(k, cube.values[k]);
  const auto of_defender = unsat_core(defender_, same, {defender_.legal(), defender_.attacked()});
  if (!of_defender) return {};
  for (std::size_t k = 0; k < attacker_.variables(); ++k)
    if (of_defender->has(k)) result->add(k, cube.values[k]);
  return result;
}

bool Ic3Search::add_reply(InductiveInvariant& invariant, const StateVector& state,
                          SatLiteral selected) {
  MoveSolver& s = defender_;
  std::vector<SatLiteral> assumptions = {s.legal(), -s.attacked()};
  s.assume_state(cube_of(state, s.variables()), assumptions);
  std::vector<SatLiteral> ending = assumptions;
  ending.push_back(s.ended());
  const bool ends = s.satisfiable(ending);
  if (!ends) {
    s.assume_next(invariant.cube, assumptions);
    if (!s.satisfiable(assumptions)) return false;
  }
  const StateVector choice = s.choice_made();
  std::vector<SatLiteral> otherwise = {-s.legal(), ends ? -s.ended() : s.attacked()};
  if (!ends) s.next_not_in(invariant.cube, otherwise);
  Ic3Cube reply{core_by_choice(s, state, choice, otherwise), infinity, choice,
                ends ? Ic3Cube::no_target : 0};
  attacker_.forbid_if(selected, reply.cube, attacker_.attacked());
  invariant.replies.push_back(std::move(reply));
  return true;
}

bool Ic3Search::drop_failed(Cube& cube) const {
  bool dropped = false;
  for (std::size_t k = 0; k < attacker_.variables(); ++k) {
    if (!cube.has(k) || !defender_.solver().failed(defender_.next_literal(k, cube.values[k])))
      continue;
    cube.drop(k);
    dropped = true;
  }
  return dropped;
}

}  // namespace zermelo::proof
