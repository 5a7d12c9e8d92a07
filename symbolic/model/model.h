// SPDX-License-Identifier: MIT
// A game as a Boolean model: what a state is, where the game starts, the moves, who has won. Made
// once for a game, as an and-inverter graph, and then given to decision diagrams (or written down
// for other tools).
//
// A state is a board and the side to move. Everything that a model says is a function of the board,
// for one side to move or the other.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "symbolic/model/aig.h"
#include "symbolic/model/side.h"

namespace zermelo::symbolic {

// A state variable after a move.
struct Assignment {
  int variable;
  Literal value;  // a function of the board before
};

// One instance of a move, such as "a disc on c3": deterministic where it is possible. After it the
// other side is to move.
struct ModelMove {
  std::string name;
  Literal guard;                    // when it is possible, on boards where the game goes on
  std::vector<Assignment> changes;  // all other variables keep their values
  int least_up = 1, most_up = 1;    // how many layers it leads up
};

// Variables are numbered in the order that diagrams should use.
struct Model {
  Aig aig;
  std::vector<std::string> names;      // of the state variables
  std::vector<Literal> current, next;  // the inputs that stand for them, before and after a move
  int turn = -1;  // where the model has one: the variable that says that White is to move

  Literal is_board;   // the assignment means something
  Literal canonical;  // among assignments that mean the same board, this is the one that is counted
  Literal initial;    // the start, all assignments that mean it
  Side first = black;
  BySide<std::vector<ModelMove>> moves;
  // The game has ended if one of these is true, and a side has won or nobody has. They are given in
  // parts (lines of stones, say), since their union may have a far larger diagram than any of them.
  BySide<BySide<std::vector<Literal>>> won;  // [winner][to move]
  BySide<std::vector<Literal>> drawn;        // [to move]
  // Layers: no move leads to a lower one. Every board that can occur is in one.
  std::vector<Literal> layers;
  std::vector<std::string> layer_names;

  int variables() const { return static_cast<int>(names.size()); }
  // A new state variable, the last in the order.
  int add_variable(std::string name) {
    names.push_back(std::move(name));
    current.push_back(aig.input());
    next.push_back(aig.input());
    return variables() - 1;
  }
};

}  // namespace zermelo::symbolic
