// SPDX-License-Identifier: MIT
// A whole board of Connect Four by the hybrid (kinds/ranked/hybrid.h): forward layers as
// decision diagrams on disk; backward by sets as long as their diagrams fit, and then by bit
// vectors, two layers in memory. The paper proposes to switch, and did not build it.
#pragma once

#include <cstdint>

#include "gen/connect/parameters.h"
#include "kinds/ranked/hybrid_options.h"
#include "kinds/ranked/outcome_fetch.h"
#include "tablebase/distributed/cluster.h"

namespace zermelo::symbolic {

// Throws UsageError for a board that is too large, OutOfNodes if the layers' diagrams do not fit
// into the memory (with HybridMethod::sets, also those of outcomes), OutOfMemory if the bit vectors
// do not, Interrupted, FileError.
HybridReport solve_hybrid(const connect::Parameters& game, const HybridOptions& options);

// Collective: called by the ranks of a cluster, all with the same game, method and table, in a
// folder that all ranks see (without a table, the folder for temporary files). The first rank
// writes the table, with the same bytes as a single process; it alone calls `progress` and `layer`.
// `memory` and `threads` are those of a rank; a run that a single process or other ranks have begun
// can be continued. A batch of work (kinds/ranked/shared_layer.h) fetches `batch` bytes; 0: as
// many as fit. Throws as the other overload, and PeerFailed where another rank reports what is
// wrong.
HybridReport solve_hybrid_by_ranks(const connect::Parameters& game, const HybridOptions& options,
                                   Cluster& cluster, FetchCounts& counts, std::uint64_t batch = 0);

}  // namespace zermelo::symbolic
