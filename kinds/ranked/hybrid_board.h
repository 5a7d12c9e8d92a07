// SPDX-License-Identifier: MIT
// The boards of Connect Four that the hybrid takes.
#pragma once

#include "gen/connect/parameters.h"

namespace zermelo::symbolic {

inline constexpr int most_hybrid_columns = 32, most_hybrid_rows = 12;

// Throws UsageError for boards that are too large: at most 64 squares, counting one above every
// column, and 12 rows.
void check_hybrid_board(const connect::Parameters& game);

}  // namespace zermelo::symbolic
