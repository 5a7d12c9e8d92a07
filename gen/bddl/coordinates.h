// SPDX-License-Identifier: MIT
// Where on a board the squares are that BDDL names.
#pragma once

#include <cstdint>
#include <string>

#include "gen/bddl/tree.h"

namespace zermelo::bddl {

// The value of a coordinate, `anchor` being ?x or ?y and `size` the board's extent. (Files may have
// any number that an int holds.)
std::int64_t value_of(const Coordinate& c, int anchor, int size);

// "?x+1", "xmax-1", "3"; `axis` is x or y.
std::string coordinate_text(const Coordinate& c, char axis);

// Throws SyntaxError if a column or a row is given by a number that the game's board does not have,
// or is on no board (xmax+1). (One that only this board is too narrow for, such as xmax-1 where
// there is one column, is off the board: there the condition does not hold.)
void check_on_board(const tree::PlaceOnBoard& square, const tree::Game& game);

// As check_on_board, but the square must be on this board, as those of a start in version 1 must.
void require_on_board(const tree::PlaceOnBoard& square, const tree::Game& game);

}  // namespace zermelo::bddl
