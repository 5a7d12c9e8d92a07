// SPDX-License-Identifier: MIT
// Games of Alice and Bob as J. Zandvliet's thesis has them ("Adapting IC3 for Combinatorial
// Two-Player Games", Leiden 2020, section 2.2.1): G = <V, S, turn, s_0, T, won_A, won_B>. The
// variables V have any meaning, and a function of them says whose turn it is, so the turn need not
// change with every move. All questions are whether Alice can force a state in won_A.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "proof/check/arena.h"
#include "proof/ic3/reach_game.h"

namespace zermelo::proof {

// T has a pair of states if some choice of the player to move is possible in the first and leads to
// the second, and nobody has won in the first: there play has ended, and a move does not count.
struct TurnGame {
  Aig aig;
  std::vector<std::string> names;      // of the variables
  std::vector<Literal> state, choice;  // inputs of the graph: the variables, and what is chosen
  std::vector<Literal> next;           // the variables after the move
  Literal possible;                    // the choice is a move
  Literal turn;                        // (of the state) Bob is to move
  Literal won_a, won_b;                // (of the state) Alice, Bob has won; at most one of them
  std::vector<bool> start;
  // |V| of the thesis's Table 5.1: the size of the syntactic state space; absent if it is not known
  // or does not fit.
  std::optional<std::uint64_t> states;

  // Whether the graph is sound, its inputs are the variables and then the choice, and there are a
  // name, a next value and a value at the start for every variable.
  bool check() const;
};

// The functions of a state (one literal per variable) in the graph of the game, which they extend.
std::vector<Literal> functions_of(TurnGame& game, std::span<const Literal> state,
                                  std::span<const Literal> functions);

// A board game from the position in which the arena starts. `alice` is the side that is to win.
TurnGame make_turn_game(const Arena& arena, Side alice);

// The same game for our own IC3, with Alice attacking. Its two sides move in turn: where the turn
// does not change, the other side passes, and `plies` count these passes as well; `alternates`
// tells whether there are none. Throws UsageError if in which states there is no move is too
// complicated to say.
struct TurnReachGame {
  ReachGame game;
  bool alternates = false;
};
TurnReachGame make_reach_game(const TurnGame& game);

// Whether play is over at the start, and if so, whether Alice has won.
std::optional<bool> over_at_start(const TurnGame& game);

}  // namespace zermelo::proof
