// SPDX-License-Identifier: MIT
// A game in which one side, the attacker, tries to bring something about and the other, the
// defender, to avoid it forever: the form in which IC3 gets all games. The two sides move in turn.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "proof/check/arena.h"
#include "symbolic/model/aig.h"
#include "symbolic/model/game_model.h"

namespace zermelo::proof {

enum class Player : int { attacker = 0, defender = 1 };
constexpr Player other(Player player) {
  return player == Player::attacker ? Player::defender : Player::attacker;
}
template <class T>
class ByPlayer {
 public:
  T& operator[](Player player) { return values_[static_cast<std::size_t>(player)]; }
  const T& operator[](Player player) const { return values_[static_cast<std::size_t>(player)]; }

 private:
  std::array<T, 2> values_;
};

// The moves of one player. All functions depend on the variables of the states in which that player
// is to move and on the player's choice.
struct Moves {
  Aig aig;
  std::vector<Literal> state, choice;  // inputs of the graph
  Literal is_state;                    // (of the state) it can occur; other states do not matter
  Literal legal;                       // the choice is a move
  Literal attacked;                    // it ends the game, and the attacker has what they want
  Literal ended;                       // it ends the game otherwise
  std::vector<Literal> next;           // the variables of the state that it leads to
};

// A map of states onto states that leaves the game unchanged: the image of each variable and of
// each choice.
struct ReachSymmetry {
  std::vector<std::size_t> variable;  // for the states of both players
  ByPlayer<std::vector<std::size_t>> choice;
};

struct ReachGame {
  ByPlayer<Moves> moves;
  Player first = Player::attacker;
  std::vector<bool> start;
  std::vector<ReachSymmetry> symmetries;  // without the identity
  // The attacker's own moves are never attacks: only the defender's are, and in a safety game any
  // state may have such a move. (IC3 then looks for inductive invariants in another way.)
  bool only_replies_err = false;
};

// "The attacker forces a win": the states have a side to move, and the choices have one variable
// per move. The game must not be over at the start, and the start must be one assignment.
ReachGame make_reach_game(const Arena& arena, Side attacker, const BoardState& start, Side first,
                          std::span<const symbolic::ModelSymmetry> symmetries = {});

}  // namespace zermelo::proof
