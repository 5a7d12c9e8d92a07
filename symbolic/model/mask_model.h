// SPDX-License-Identifier: MIT
// Boolean models of games whose moves put fixed pieces on fixed squares: all games of BDDL, and
// many others. There are two variables per square: whether it has a piece, and whether that is
// black.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "symbolic/model/model.h"
#include "symmetry/grid.h"

namespace zermelo::symbolic {

// What squares must be like: sets of squares that may not be black, white or open.
struct MaskDemand {
  Squares no_black = 0, no_white = 0, no_open = 0;

  auto operator<=>(const MaskDemand&) const = default;
};

struct MaskMove {
  std::string name;
  MaskDemand before;
  Squares black = 0, white = 0, open = 0;  // what squares become
};

struct MaskGame {
  int squares = 0;
  Squares black = 0, white = 0;  // at the start
  Side first = symbolic::black;
  BySide<std::vector<MaskMove>> moves;
  // The game has ended, and the side that has just moved has won, lost.
  BySide<std::vector<MaskDemand>> won_by, lost_by;
  // What happens to a side that cannot move: it loses, or the game is drawn.
  bool stuck_loses = false;
};

// Layers are numbers of pieces if every move adds equally many; otherwise there is only one layer,
// in which play can go round in circles.
Model make_mask_model(const MaskGame& game);

// The state variables of a square in such a model.
constexpr int piece_variable(int square) { return 2 * square; }
constexpr int is_black_variable(int square) { return 2 * square + 1; }

}  // namespace zermelo::symbolic
