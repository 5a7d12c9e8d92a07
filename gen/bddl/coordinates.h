// SPDX-License-Identifier: MIT
// Where on a board the squares are that conditions in BDDL name.
#pragma once

#include <cstdint>
#include <string>

#include "gen/bddl/syntax.h"

namespace zermelo::bddl {

// The value of a coordinate, `anchor` being ?x or ?y and `size` the board's extent. (Files may have
// any number that an int holds.)
std::int64_t value_of(const Coordinate& c, int anchor, int size);

// Throws SyntaxError if the condition names a column or a row that the board does not have,
// wherever the anchor is.
void check_on_board(const SquareCondition& condition, int columns, int rows,
                    const std::string& file);

}  // namespace zermelo::bddl
