// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "gen/ostle/ostle.h"
#include "gen/ostle/start.h"
#include "mpi/ostle_solve.h"
#include "probe/game.h"
#include "symmetry/bits.h"
#include "tablebase/dense/shared_game.h"
#include "tablebase/dense/solve.h"
#include "tablebase/job/memory_limit.h"
#include "tablebase/reach/reach.h"

namespace zermelo::ostle {

template <int N, class Bits>
SolveReport solve_by_ranks(const Parameters& parameters, const std::string& metric,
                           const std::string& path, const SolveOptions& options, Cluster& cluster,
                           ExchangeCounts& counts) {
  using Rules = Ostle<N, Bits>;
  const Rules game(parameters);
  const TableHeader header{{"ostle", describe(parameters)}, metric, creator()};
  const SharingOptions sharing{.memory =
                                   MemoryLimit(options.memory_limit, cluster.ranks_here()).bytes()};
  SharedGame part(game, cluster, counts, sharing);
  if (metric == distance_metric) {
    return Solve<Rules, SharedGame>(game, header, path, options, {}, std::move(part)).run();
  }
  Position<N> start;
  agree(&cluster, [&] { start = start_position(game); });
  return Reach<Rules, SharedGame>(game, start, header, path, options, std::move(part)).run();
}

}  // namespace zermelo::ostle
