// SPDX-License-Identifier: MIT
// Included by the source files that CMake makes, one per board side (see ostle_ranks.h).
#pragma once

#include <string>

#include "gen/ostle/ostle.h"
#include "gen/ostle/start.h"
#include "kinds/dense/shared_game.h"
#include "kinds/dense/solve.h"
#include "kinds/reach/reach.h"
#include "mpi/ostle_ranks.h"
#include "probe/game.h"
#include "symmetry/bits.h"

namespace zermelo::ostle {

template <int N, class Bits>
SolveReport solve_by_ranks(const Parameters& parameters, const std::string& path,
                           const SolveOptions& options, Cluster& cluster, ExchangeCounts& counts) {
  using Rules = Ostle<N, Bits>;
  const Rules game(parameters);
  const TableHeader header{{"ostle", describe(parameters)}, distance_metric, creator()};
  return Solve<Rules, SharedGame>(game, header, path, options, {},
                                  SharedGame(game, cluster, counts, sharing_of(options, cluster)))
      .run();
}

template <int N, class Bits>
SolveReport reach_by_ranks(const Parameters& parameters, const std::string& metric,
                           const std::string& path, const SolveOptions& options, Cluster& cluster,
                           ExchangeCounts& counts) {
  using Rules = Ostle<N, Bits>;
  const Rules game(parameters);
  Position<N> start;
  agree(&cluster, [&] { start = start_position(game); });
  const TableHeader header{{"ostle", describe(parameters)}, metric, creator()};
  return Reach<Rules, SharedGame>(game, start, header, path, options,
                                  SharedGame(game, cluster, counts, sharing_of(options, cluster)))
      .run();
}

}  // namespace zermelo::ostle
