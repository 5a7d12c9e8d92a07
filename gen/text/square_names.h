// SPDX-License-Identifier: MIT
// How squares are called. Zermelo calls them by file and rank, a1 being the lower left one; S. van
// Dijk's thesis "Solving Othello using BDDs" (Leiden, 2019, section 2.1) by row and column: the
// letter is the row, from the top, and the number the column, A1 being the upper left one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/text/diagram.h"

namespace zermelo {

enum class SquareNaming : std::uint8_t {
  file_rank,  // "d6": as everywhere in Zermelo unless something else is asked for
  letter_row  // "C4": row C from the top, column 4
};

// The squares that a text names by file and rank, renamed as `naming` says; the rest of the text is
// left as it is: "d6" is "C4", "a2xb3" is "G1xF2", "pass" stays. `columns` and `rows`, at least 1,
// are those of the board (here 8 by 8). For moves as the rules write them.
std::string renamed(std::string_view move, int columns, int rows, SquareNaming naming);

// Back again, for what people type: either capitalization.
std::string with_files_and_ranks(std::string_view typed, int columns, int rows,
                                 SquareNaming naming);

// The squares that a move names by file and rank, in its order: rank * columns + file.
std::vector<int> squares_named(std::string_view move, int columns, int rows);

// As those of gen/text/diagram.h, with rows and columns named in this way.
std::string diagram_text(const Diagram& diagram, SquareNaming naming);
std::string diagram_svg(const Diagram& diagram, SquareNaming naming);

// What stands at the left of a rank (from 0, at the bottom), and below a file (from 0, at the
// left).
std::string rank_label(int rank, int rows, SquareNaming naming);
std::string file_label(int file, SquareNaming naming);

}  // namespace zermelo
