// SPDX-License-Identifier: MIT
// A game as proofs see it: a graph of states with a side to move, made of the game's Boolean model
// and of nothing else. All that proofs trust about the rules is here and in the model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "symbolic/model/aig.h"
#include "symbolic/model/game_model.h"
#include "symbolic/model/model.h"
#include "symbolic/model/side.h"
#include "symbolic/model/state_bits.h"

namespace zermelo::proof {

using symbolic::Aig;
using symbolic::BoardState;
using symbolic::BySide;
using symbolic::Literal;
using symbolic::Side;

struct ArenaMove {
  std::string name;
  Literal guard;              // when it is possible, for boards on which the game goes on
  std::vector<Literal> next;  // every board variable after it
};

// All functions depend on the board variables; functions of states also on the side to move.
struct Arena {
  Aig aig;
  std::vector<std::string> names;  // of the board variables
  std::vector<Literal> board;      // the inputs that stand for them
  Literal white_to_move;           // and for the side

  Literal is_board;     // the assignment is a board, and the one that represents it
  Literal start;        // the state in which play begins
  BySide<Literal> won;  // of states: the game is over, and that side has won
  Literal drawn, over;  // over and drawn; over at all
  BySide<std::vector<ArenaMove>> moves;  // the model's moves, in its order
  BySide<Literal> can_move;              // some guard is true

  Literal to_move(Side side) const {
    return side == symbolic::white ? white_to_move : !white_to_move;
  }
  int variables() const { return static_cast<int>(board.size()); }
  // Whether the graph is sound, its first inputs are the board's variables and then the side to
  // move, and every move gives the next value of every variable.
  bool check() const;
};

Arena make_arena(const symbolic::Model& model);
// The arena of a game that begins in that position; empty: the start of the game. Throws
// IllegalPosition.
Arena make_arena(const symbolic::GameModel& model, std::string_view start);

}  // namespace zermelo::proof
