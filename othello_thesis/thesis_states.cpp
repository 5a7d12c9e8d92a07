// SPDX-License-Identifier: MIT
#include "othello_thesis/thesis_states.h"

namespace zermelo::symbolic {

Bdd turn_is(Side side, int turn) { return Bdd::literal(2 * turn, side == white); }

Bdd with_turn(const States& states, int turn) {
  return ite(turn_is(white, turn), states[white], states[black]);
}

States without_turn(const Bdd& states, int turn) {
  return {cofactor(states, turn_is(black, turn)), cofactor(states, turn_is(white, turn))};
}

DiagramSize size_of(std::span<const Bdd> diagrams) {
  const std::uint64_t nodes = complemented_node_count(diagrams);
  return {nodes, has_complement_edges() ? nodes : node_count(diagrams)};
}

}  // namespace zermelo::symbolic
