// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "gen/ostle/ostle.h"
#include "kinds/dense/shared_game.h"
#include "kinds/dense/solve.h"
#include "mpi/ostle_solve.h"
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

}  // namespace zermelo::ostle
