// SPDX-License-Identifier: MIT
// Models of games whose moves put fixed pieces on fixed squares (symbolic/model/mask_model.h), with
// the symmetries of their grid and the names that players write.
#pragma once

#include "symbolic/model/game_model.h"
#include "symbolic/model/mask_model.h"

namespace zermelo::symbolic {

GameModel model_of_masks(const MaskGame& game, Grid grid);

inline MaskDemand all_black(Squares squares) { return {0, squares, squares}; }
inline MaskDemand all_white(Squares squares) { return {squares, 0, squares}; }
inline MaskDemand all_open(Squares squares) { return {squares, squares, 0}; }
inline MaskDemand all_of(Side side, Squares squares) {
  return side == black ? all_black(squares) : all_white(squares);
}

inline MaskMove put(Side side, Squares squares) {
  MaskMove move{{}, all_open(squares)};
  (side == black ? move.black : move.white) = squares;
  return move;
}

}  // namespace zermelo::symbolic
