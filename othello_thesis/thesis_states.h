// SPDX-License-Identifier: MIT
// Sets of states as the thesis has them (its Definition 2.1): boards by the side that is to move.
#pragma once

#include <cstdint>
#include <span>

#include "symbolic/bdd/bdd.h"
#include "symbolic/model/side.h"

namespace zermelo::symbolic {

using States = BySide<Bdd>;

inline States operator|(const States& a, const States& b) {
  return {a[black] | b[black], a[white] | b[white]};
}
inline States operator&(const States& a, const States& b) {
  return {a[black] & b[black], a[white] & b[white]};
}

// The states in which the side is to move; `turn` is the number of the variable that says so.
Bdd turn_is(Side side, int turn);
// As one diagram with that variable, and back.
Bdd with_turn(const States& states, int turn);
States without_turn(const Bdd& states, int turn);

// How large a diagram is, or several that share nodes.
struct DiagramSize {
  std::uint64_t nodes = 0;       // as the thesis counts them: a function and its negation as one
  std::uint64_t in_library = 0;  // as this library has them; Sylvan: the same
};
DiagramSize size_of(std::span<const Bdd> diagrams);
inline DiagramSize size_of(const Bdd& diagram) { return size_of(std::span(&diagram, 1)); }

}  // namespace zermelo::symbolic
