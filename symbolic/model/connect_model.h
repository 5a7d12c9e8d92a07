// SPDX-License-Identifier: MIT
// Connect Four on any board as a Boolean model: one variable per cell and one more per column. The
// topmost true variable of a column says that the column ends below it; those below say whether a
// stone is black. A set of boards thus has about 0.6 times as many nodes as with two variables per
// cell.
#pragma once

#include "gen/connect/parameters.h"
#include "gen/grid/turns.h"
#include "symbolic/model/model.h"
#include "symbolic/model/state_bits.h"
#include "symmetry/grid.h"

namespace zermelo::symbolic {

class ConnectModel {
 public:
  explicit ConnectModel(const connect::Parameters& parameters);

  // Layers are numbers of stones.
  const Model& model() const { return model_; }

  // The variable of a cell; row == rows is the one above the column's top.
  int variable(int column, int row) const { return column * (rows_ + 1) + row; }

 private:
  void add_boards();
  void add_moves();
  void add_lines();
  Literal at(int column, int row) const {
    return model_.current[static_cast<std::size_t>(variable(column, row))];
  }
  // The column has this many stones.
  Literal height_is(int column, int height);
  Literal has_stone(int column, int row);

  int columns_, rows_, line_;
  Model model_;
};

// Whose turn it is.
constexpr Side connect_mover(int stones) { return white_to_move(stones) ? white : black; }

// A board as values of that model's variables: the first player's stones and the second's, as
// squares rank * columns + file.
StateBits connect_state(const connect::Parameters& parameters, Squares first, Squares second);
// The inverse.
struct ConnectStones {
  Squares first = 0, second = 0;
};
ConnectStones connect_stones(const connect::Parameters& parameters, StateBits state);

}  // namespace zermelo::symbolic
