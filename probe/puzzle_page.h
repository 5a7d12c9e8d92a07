// SPDX-License-Identifier: MIT
// Puzzles for people: as text, as a page for a browser or a printer, as a sheet of diagrams. All
// are pure functions: the same puzzles give the same bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "probe/puzzle.h"

namespace zermelo {

// The task: "Black to move and win in 7 plies", "Black to move and win by 8", "Black to move and
// draw"; in a game for one, "To be solved in 7 moves".
std::string stipulation(Value value, Metric metric, bool white_to_move);

// The conditions as a phrase: "win in 5 to 9 plies, only one line wins". Empty if there are none.
// `metric`: of the table; in one of a puzzle for one it is "solved in 5 to 9 moves, a single
// shortest solution".
std::string to_text(const PuzzleConditions& conditions, Metric metric = Metric::distance);

// "Solution:" and its lines, under a draw's the captures that lose; or that there is none. Ends
// with a newline.
std::string solution_text(const Solution& solution, Metric metric);

// The board, the task and the solution; ends with a newline.
std::string puzzle_text(const Puzzle& puzzle, std::uint64_t number);

// One page of HTML that needs nothing else: head, any number of puzzles, foot. The solutions are
// folded away. Title and lead are plain text.
std::string puzzle_page_head(const std::string& title, const std::string& lead);
std::string puzzle_page_item(const Puzzle& puzzle, std::uint64_t number);
// `complete`: whether these are all the puzzles that there are.
std::string puzzle_page_foot(std::uint64_t puzzles, bool complete);

// One SVG document with the diagrams of all puzzles, numbered, in rows.
std::string puzzle_sheet_svg(std::span<const Puzzle> puzzles);

}  // namespace zermelo
