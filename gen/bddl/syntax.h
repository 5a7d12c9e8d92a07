// SPDX-License-Identifier: MIT
// Small things that BDDL files consist of, in both versions of the language.
#pragma once

#include <cstddef>

namespace zermelo::bddl {

// A place in a file; line and column count from 1.
struct Place {
  int line = 1, column = 1;
  int file = 0;  // which of the game's files
};

// A column or row: from the anchor (?x or ?y), from the board's edge, or by number. ?x counts from
// 1 to the right, ?y from 1 downwards.
struct Coordinate {
  enum class Base { anchor, minimum, maximum, zero };
  Base base = Base::anchor;
  int offset = 0;  // added to the base; with Base::zero, the number itself

  bool operator==(const Coordinate&) const = default;
};

// Bytes of a game's name, at most.
inline constexpr std::size_t longest_name = 100;

// Squares of the largest board that can be written down: 32 by 32.
inline constexpr int most_squares_written = 1024;

}  // namespace zermelo::bddl
