// SPDX-License-Identifier: MIT
// Literals that are stable, as K. M. Chandy and J. Misra, "Parallel Program Design" (1988), call a
// predicate that stays true once it is true. They are where inductive invariants are begun.
#include "proof/ic3/ic3_search.h"

namespace zermelo::proof {

void Ic3Search::find_stable_literals() {
  for (const bool value : {false, true}) stability_[value].resize(attacker_.variables());
  // (Boards are smaller; for circuits with thousands of latches this takes too long.)
  if (attacker_.variables() > 256) return;
  for (const bool value : {false, true}) {
    for (std::size_t k = 0; k < attacker_.variables(); ++k)
      if (!change_of(k, value)) stability_[value][k].when = Stability::When::always;
  }
  for (const bool value : {false, true})
    for (std::size_t k = 0; k < attacker_.variables(); ++k) find_other_literal(k, value);
}

void Ic3Search::find_other_literal(std::size_t variable, bool value) {
  Stability& stability = stability_[value][variable];
  if (stability.when != Stability::When::never) return;
  const Change change = *change_of(variable, value);
  for (std::size_t k = 0; k < attacker_.variables(); ++k) {
    const bool other_value = change.second[k];
    if (k == variable || change.first[k] == other_value) continue;
    if (stability_[other_value][k].when != Stability::When::always) continue;
    if (change_of(variable, value, std::pair(k, other_value))) continue;
    stability = {Stability::When::with_other, k, other_value};
    return;
  }
}

std::optional<Ic3Search::Change> Ic3Search::change_of(
    std::size_t variable, bool value, std::optional<std::pair<std::size_t, bool>> other) {
  for (const Player player : {Player::attacker, Player::defender}) {
    MoveSolver& s = solver(player);
    std::vector<SatLiteral> assumptions = {s.legal(), s.state_literal(variable, value),
                                           s.next_literal(variable, !value)};
    if (other) assumptions.push_back(s.state_literal(other->first, other->second));
    if (s.satisfiable(assumptions)) return Change(s.state(), s.state_after());
  }
  return {};
}

Cube Ic3Search::stable_part(const StateVector& state) const {
  Cube cube(attacker_.variables());
  for (std::size_t k = 0; k < attacker_.variables(); ++k) {
    const Stability& stability = stability_[state[k]][k];
    const bool is_stable = stability.when == Stability::When::with_other
                               ? state[stability.other] == stability.other_value
                               : stability.when == Stability::When::always;
    if (is_stable) cube.add(k, state[k]);
  }
  return cube;
}

}  // namespace zermelo::proof
