// SPDX-License-Identifier: MIT
// Positions at random, of any table.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "probe/table.h"

namespace zermelo {

// So many positions in which the game goes on: drawn as by Table::sample; or, if the table knows
// its positions by hashes (StatesAreHashed), those to which random play from the start leads. The
// same seed gives the same positions. There are fewer only if hardly any play goes on after the
// start. Throws as Table::sample, and what rules that are code throw.
std::vector<std::string> random_positions(const Table& table, std::uint64_t count,
                                          std::uint64_t seed);

}  // namespace zermelo
