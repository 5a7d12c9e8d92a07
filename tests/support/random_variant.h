// SPDX-License-Identifier: MIT
// Random chess variants, as text of a variants.ini, for comparisons with other programs: boards of
// 3x4 to 6x6 squares, a king or last men, two to four kinds with random moves, and random options.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace zermelo::test {

// The name of the section that a number makes: "random17".
std::string random_variant_name(std::uint64_t seed);
// The section; the same on every machine. Its start is a possible position. What Fairy-Stockfish is
// known to see otherwise is left out; random_variant.cpp says what, and why.
std::string random_variant(std::uint64_t seed);

inline constexpr std::uint64_t all_random_variants = 600;
// Those to compare: 1 to 12, in long tests all 600 (tests/support/long_tests.h), or those that
// ZERMELO_RANDOM_VARIANTS says, such as 101-200.
std::vector<std::uint64_t> random_variant_seeds();

}  // namespace zermelo::test
