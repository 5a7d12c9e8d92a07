// SPDX-License-Identifier: MIT
// What leads where in the thesis's algorithms, by either form of the transition relation: one
// relation for each square and the pass (the partitioned relation, section 4.3.1), or their union
// (the complete relation, section 4.3.2). Both find the same sets; they differ in time and memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "symbolic/bdd/bdd.h"
#include "symbolic/bdd/symbolic_game.h"
#include "symbolic/model/othello_model.h"
#include "symbolic/model/side.h"

namespace zermelo::symbolic {

// Sets of states as the thesis has them (its Definition 2.1): boards by the side that is to move.
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

enum class ThesisRelation { partitioned, complete };

// A disc on some square (PT in Algorithm 4), a pass (DT), or either (T).
enum class ThesisStep { any, disc, pass };

// The steps as a relation between all variables of two states, the turn among them: equation 4.13,
// or one part of it. Passing when the game has ended is not a move.
Bdd complete_relation(const OthelloModel& othello, ThesisStep step);
// The m * n + 1 relations whose union that is: T_ij of each square, then the pass.
std::vector<Bdd> partitioned_relation(const OthelloModel& othello);

class ThesisMoves {
 public:
  // All must outlive this object. The model has a turn.
  ThesisMoves(const OthelloModel& othello, const SymbolicGame& game, ThesisRelation relation);

  States successors(const States& states, ThesisStep step) const;
  // The boards `within` from which some such step of `side` leads to `boards`.
  Bdd predecessors(const Bdd& boards, Side side, ThesisStep step, const Bdd& within) const;
  // All boards where the side has such a step.
  Bdd can_move(Side side, ThesisStep step) const;

 private:
  const Relation& complete(ThesisStep step) const {
    return complete_[static_cast<std::size_t>(step)];
  }

  const SymbolicGame& game_;
  int turn_;
  bool is_complete_;
  std::array<Relation, 3> complete_;  // by step, if that is what was asked for
};

}  // namespace zermelo::symbolic
