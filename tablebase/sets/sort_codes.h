// SPDX-License-Identifier: MIT
// Sorting lists of codes, which is most of the work when play is explored.
#pragma once

#include <cstdint>
#include <vector>

namespace zermelo {

// Puts the codes in ascending order, each once. Takes as much memory again while it runs.
void sort_codes(std::vector<std::uint64_t>& codes);

}  // namespace zermelo
