// SPDX-License-Identifier: MIT
// Ostle by several ranks, for one board side and one policy of bits. Defined in ostle_ranks_impl.h
// and instantiated in source files that CMake makes, so that they compile in parallel.
#pragma once

#include <string>

#include "gen/ostle/parameters.h"
#include "tablebase/distributed/cluster.h"
#include "tablebase/job/solve_options.h"
#include "tablebase/retrograde/exchange.h"

namespace zermelo::ostle {

// As solve_distributed, for values. `parameters.size` is N.
template <int N, class Bits>
SolveReport solve_by_ranks(const Parameters& parameters, const std::string& path,
                           const SolveOptions& options, Cluster& cluster, ExchangeCounts& counts);
// The same for distances from the start; the metric says by which moves.
template <int N, class Bits>
SolveReport reach_by_ranks(const Parameters& parameters, const std::string& metric,
                           const std::string& path, const SolveOptions& options, Cluster& cluster,
                           ExchangeCounts& counts);

}  // namespace zermelo::ostle
