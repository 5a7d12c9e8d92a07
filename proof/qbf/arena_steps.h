// SPDX-License-Identifier: MIT
// Play in an arena, unrolled: the state after a number of plies as functions of the chosen moves.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "proof/check/arena.h"
#include "symbolic/model/aig.h"

namespace zermelo::proof {

// The values of an arena's board variables, and whose turn it is.
struct ArenaBoard {
  std::vector<bool> values;
  Side to_move = symbolic::black;

  bool operator==(const ArenaBoard&) const = default;
};
// The state in which play begins: start_of for boards of any size. Throws IllegalPosition.
ArenaBoard start_board(const Arena& arena);

// What each move changes. The arena must outlive this object.
class ArenaChanges {
 public:
  explicit ArenaChanges(const Arena& arena);

  struct Change {
    std::size_t move;
    Literal value;  // of the variable after the move
  };
  const Arena& arena() const { return arena_; }
  std::span<const Change> of(Side side, std::size_t variable) const {
    return changes_[side][variable];
  }

 private:
  const Arena& arena_;
  BySide<std::vector<std::vector<Change>>> changes_;
};

// An arena's functions in one state, whose variables are functions in another graph.
class ArenaAt {
 public:
  // `board`: the state's variables, in `to`. All arguments must outlive this object.
  ArenaAt(const ArenaChanges& changes, Aig& to, std::vector<Literal> board, Side to_move);

  Side to_move() const { return to_move_; }
  const std::vector<Literal>& board() const { return board_; }
  // One of the arena's functions.
  Literal operator()(Literal function) { return copy_(function); }
  Literal guard(std::size_t move) { return copy_(moves()[move].guard); }
  const std::vector<ArenaMove>& moves() const { return changes_.arena().moves[to_move_]; }
  // The board after the chosen move: exactly one literal must be true.
  std::vector<Literal> after(std::span<const Literal> chosen);

 private:
  const ArenaChanges& changes_;
  Aig& aig_;
  std::vector<Literal> board_;
  Side to_move_;
  symbolic::AigCopier copy_;
};

}  // namespace zermelo::proof
