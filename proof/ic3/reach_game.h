// SPDX-License-Identifier: MIT
// A game in which one side, the attacker, tries to bring about something and the other, the
// defender, to avoid it for ever: the form that all games take for IC3. The two move in turn.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "proof/arena.h"
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

// The moves of one player. All functions are of the variables of the states in which they are to
// move and of what they choose.
struct Moves {
  Aig aig;
  std::vector<Literal> state, choice;  // inputs of the graph
  Literal is_state;                    // (of the state) it can occur: the others do not matter
  Literal legal;                       // the choice is a move
  Literal attacked;                    // it ends the game, and the attacker has what they want
  Literal ended;                       // it ends the game otherwise
  std::vector<Literal> next;           // the variables of the state that it leads to
};

// A map of states onto states that changes nothing: where each variable goes, and each choice.
struct ReachSymmetry {
  std::vector<std::size_t> variable;  // of the states of both players
  ByPlayer<std::vector<std::size_t>> choice;
};

struct ReachGame {
  ByPlayer<Moves> moves;
  Player first = Player::attacker;
  std::vector<bool> start;
  std::vector<ReachSymmetry> symmetries;  // without the identity
  // The attacker's own moves are never attacks: only the defender's are, and in a safety game any
  // state may have one that is. (IC3 looks for closed cubes in another way then.)
  bool only_replies_err = false;
};

// "The attacker forces a win": of states with a side to move, the choices are one variable a move.
// The game must not be over at the start, and the start must be one assignment.
ReachGame make_reach_game(const Arena& arena, Side attacker, const BoardState& start, Side first,
                          std::span<const symbolic::ModelSymmetry> symmetries = {});

}  // namespace zermelo::proof
