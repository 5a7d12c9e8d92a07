// SPDX-License-Identifier: MIT
#include "proof/ic3/reach_game.h"

#include <span>

#include "symbolic/model/aig.h"

namespace zermelo::proof {
namespace {

using symbolic::AigCopier;
using symbolic::false_literal;
using symbolic::true_literal;

// True if exactly one of them is true.
Literal one_of(Aig& aig, std::span<const Literal> literals) {
  Literal any = false_literal, two = false_literal;
  for (const Literal literal : literals) {
    two = aig.lor(two, aig.land(any, literal));
    any = aig.lor(any, literal);
  }
  return aig.land(any, !two);
}

Moves make_moves(const Arena& arena, Side side, Side attacker) {
  Moves result;
  Aig& aig = result.aig;
  AigCopier copy(arena.aig, aig);
  for (const Literal variable : arena.board) {
    result.state.push_back(aig.input());
    copy.set(variable, result.state.back());
  }
  copy.set(arena.white_to_move, side == symbolic::white ? true_literal : false_literal);
  result.is_state = aig.land(copy(arena.is_board), !copy(arena.over));

  const std::vector<ArenaMove>& moves = arena.moves[side];
  for (std::size_t n = 0; n < moves.size(); ++n) result.choice.push_back(aig.input());
  result.legal = one_of(aig, result.choice);
  result.next = result.state;
  for (std::size_t n = 0; n < moves.size(); ++n) {
    result.legal = aig.land(result.legal, !aig.land(result.choice[n], !copy(moves[n].guard)));
    for (std::size_t k = 0; k < result.next.size(); ++k) {
      const Literal next = copy(moves[n].next[k]);
      if (next != result.state[k])
        result.next[k] = aig.choose(result.choice[n], next, result.next[k]);
    }
  }

  AigCopier after(arena.aig, aig);
  for (std::size_t k = 0; k < result.next.size(); ++k) after.set(arena.board[k], result.next[k]);
  after.set(arena.white_to_move, side == symbolic::white ? false_literal : true_literal);
  result.attacked = after(arena.won[attacker]);
  result.ended = aig.land(after(arena.over), !result.attacked);
  return result;
}

}  // namespace

ReachGame make_reach_game(const Arena& arena, Side attacker, const BoardState& start, Side first,
                          std::span<const symbolic::ModelSymmetry> symmetries) {
  ReachGame result;
  result.moves[Player::attacker] = make_moves(arena, attacker, attacker);
  result.moves[Player::defender] = make_moves(arena, symbolic::other(attacker), attacker);
  result.first = first == attacker ? Player::attacker : Player::defender;
  for (std::size_t k = 0; k < arena.board.size(); ++k) result.start.push_back(start[k]);
  for (const symbolic::ModelSymmetry& symmetry : symmetries) {
    ReachSymmetry& added = result.symmetries.emplace_back();
    added.variable = symmetry.variable;
    added.choice[Player::attacker] = symmetry.move[attacker];
    added.choice[Player::defender] = symmetry.move[symbolic::other(attacker)];
  }
  return result;
}

}  // namespace zermelo::proof
