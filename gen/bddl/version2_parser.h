// SPDX-License-Identifier: MIT
// Reads games in version 2 of BDDL: files that begin with "#bddl 2". docs/bddl.md describes the
// language.
//
//   section = #game TEXT | #pieces {KIND[=LETTER]} | #hands {KIND[=KIND,...]} | #boardsize C R
//           | #lines | #links {squares, a line each} | #steps {NAME {(dx,dy)[*]}}
//           | #regions {NAME {(x,y)}} | #define NAME {?v} L
//           | #mirror none|turn|rows|columns|diagonal|antidiagonal | #endless draw|black|white
//           | #actions {A} | #goals | #losses | #draws | #illegal L | #stuck {loss|draw|win [C]}
//           | #init {black-KIND(x,y) | hand(black,KIND)=N} | #material {black-KIND}
//           | #turn black|white | #depth N
//   A = :action NAME [:otherwise] [:parameters P] :precondition C :effect E [:then NAMES C]
//       [:text T]
//   L = lines [P] C
//
// Instead of #actions there can be #blackactions and #whiteactions, and so for goals, losses,
// draws, illegal and stuck.
#pragma once

#include <string>
#include <string_view>

#include "gen/bddl/tree.h"

namespace zermelo::bddl {

// Whether the text is of version 2. Throws SyntaxError if it says another version than 1 or 2.
bool is_version_2(std::string_view text, const std::string& file);

// Whether a section has this name in version 2, and none in version 1.
bool is_section_of_version_2_only(std::string_view name);

// A game in one file, or in two that are read as if they were one. `file` is what errors call a
// text. Throw SyntaxError: "FILE:LINE:COLUMN: ...".
tree::Game parse_version_2(std::string_view text, const std::string& file);
tree::Game parse_version_2(std::string_view first, const std::string& first_file,
                           std::string_view second, const std::string& second_file);

}  // namespace zermelo::bddl
