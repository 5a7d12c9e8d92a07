// SPDX-License-Identifier: MIT
// Loops over the positions of a row (kinds/stones/shape_rows.h), written so that compilers turn
// them into vector instructions. Where the processor and the compiler allow it, versions for wider
// vectors are also made, and chosen at run time.
//
// Lane is a set of squares, as narrow as the board allows: uint32_t for up to 32 squares. A row's
// black stones are low[i] | high.
#pragma once

#include <cstdint>

#include "gen/grid/lines.h"

namespace zermelo::rows {

// found[i] = 1 where the bits of a mask are these in strings[i]; others stay as they are.
void mark_where(std::uint8_t* found, const std::uint16_t* strings, std::uint16_t mask,
                std::uint16_t bits, std::uint32_t n);

// For positions of a shape: the squares that complete a line of black's, and of white's; and
// unforced[i] = 1 if neither has a line nor completes one on a square of `next`, or else 0.
void find_unforced(const std::uint32_t* low, std::uint32_t n, Squares high, Squares shape,
                   Squares next, const Lines& lines, std::uint32_t* black, std::uint32_t* white,
                   std::uint8_t* unforced);
void find_unforced(const std::uint64_t* low, std::uint32_t n, Squares high, Squares shape,
                   Squares next, const Lines& lines, std::uint64_t* black, std::uint64_t* white,
                   std::uint8_t* unforced);

// to[i] |= from[i], max and min; the second kind takes from[index[i]]. Only for or_into may an
// index be LowStrings::none, which stands for nothing.
void or_into(std::uint8_t* to, const std::uint8_t* from, std::uint32_t n);
void or_into(std::uint8_t* to, const std::uint8_t* from, const std::uint16_t* index,
             std::uint32_t n);
void max_into(std::int8_t* to, const std::int8_t* from, std::uint32_t n);
void max_into(std::int8_t* to, const std::int8_t* from, const std::uint16_t* index,
              std::uint32_t n);
void min_into(std::int8_t* to, const std::int8_t* from, std::uint32_t n);
void min_into(std::int8_t* to, const std::int8_t* from, const std::uint16_t* index,
              std::uint32_t n);
// values[i] = value where found[i].
void set_where(std::int8_t* values, const std::uint8_t* found, std::int8_t value, std::uint32_t n);
// Clears positions[i] where found[i]; returns how many were set, and how many of those were
// cleared.
struct Cleared {
  std::uint64_t all, cleared;
};
Cleared clear_where(std::uint8_t* positions, const std::uint8_t* found, std::uint32_t n);

}  // namespace zermelo::rows
