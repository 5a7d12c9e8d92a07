// SPDX-License-Identifier: MIT
// A whole board of Connect Four by the hybrid (symbolic/hybrid/hybrid.h): forward layers as
// decision diagrams on disk; backward by sets as long as their diagrams fit, and then by bit
// vectors, two layers in memory. The paper proposes to switch, and did not build it.
#pragma once

#include "gen/connect/parameters.h"
#include "symbolic/hybrid/hybrid_options.h"

namespace zermelo::symbolic {

// Throws UsageError for a board that is too large, OutOfNodes if the layers' diagrams do not fit
// into the memory (with HybridMethod::sets, also those of outcomes), OutOfMemory if the bit vectors
// do not, Interrupted, FileError.
HybridReport solve_hybrid(const connect::Parameters& game, const HybridOptions& options);

}  // namespace zermelo::symbolic
