// SPDX-License-Identifier: MIT
// Words for boards and what stands on them, for rules that people read.
#pragma once

#include <string>
#include <vector>

#include "gen/grid/position.h"
#include "symmetry/bits.h"
#include "symmetry/grid.h"

namespace zermelo {

// "two"; numbers above twelve in digits.
std::string number_word(int number);
// "a", "a and b", "a, b and c"
std::string listed(const std::vector<std::string>& parts, const std::string& last = "and");
// "a1 to d1, a2 and c3": by rows from below; neighbouring squares in a row are joined into ranges.
std::string squares_text(Squares squares, Grid grid);
// "The board has 3 columns, a to c, and 4 rows, 1 to 4 from below."
std::string board_sentence(Grid grid);
// Where the pieces stand at the start; `black` and `white` are what a piece is called.
std::string start_sentence(const GridPosition& start, Grid grid, const std::string& piece);

}  // namespace zermelo
