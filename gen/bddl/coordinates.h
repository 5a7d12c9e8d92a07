// SPDX-License-Identifier: MIT
// Where on a board the squares are that conditions in BDDL name.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "gen/bddl/syntax.h"

namespace zermelo::bddl {

// The value of a coordinate, `anchor` being ?x or ?y and `size` the board's extent. (Files may have
// any number that an int holds.)
std::int64_t value_of(const Coordinate& c, int anchor, int size);

// "?x+1", "xmax-1", "3"; `axis` is x or y.
std::string coordinate_text(const Coordinate& c, char axis);

// A square as its coordinates are written: two that are equal are one square, whatever the board
// and the anchor are. (Others may be one square on some boards, or for some anchors.)
using SquareAsWritten = std::pair<Coordinate, Coordinate>;
SquareAsWritten as_written(const SquareCondition& condition);

// Throws SyntaxError if the condition names a column or a row by a number that the board does not
// have, or one that no board has (xmax+1). (One that only this board is too narrow for, such as
// xmax-1 where there is one column, is off the board: there the condition does not hold.)
void check_on_board(const SquareCondition& condition, int columns, int rows,
                    const std::string& file);

// Whether every column and row that does not depend on the anchor is on the board.
bool fixed_part_on_board(const Condition& condition, int columns, int rows);

// As check_on_board, but every square must be on this board, as those of a start must.
void require_on_board(const SquareCondition& condition, int columns, int rows,
                      const std::string& file);

}  // namespace zermelo::bddl
