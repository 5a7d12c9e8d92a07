// SPDX-License-Identifier: MIT
#include "mpi/distributed_solve.h"

#include <fmt/format.h>

#include "gen/error.h"
#include "gen/ostle/processor_bits.h"
#include "mpi/ostle_ranks.h"
#include "mpi/piece_ranks.h"
#include "tablebase/format/table_file.h"

namespace zermelo {
namespace {

template <int N, class Bits>
SolveReport solve_sized(const ostle::Parameters& parameters, const std::string& metric,
                        const std::string& path, const SolveOptions& options, Cluster& cluster,
                        ExchangeCounts& counts) {
  return metric == distance_metric
             ? ostle::solve_by_ranks<N, Bits>(parameters, path, options, cluster, counts)
             : ostle::reach_by_ranks<N, Bits>(parameters, metric, path, options, cluster, counts);
}

template <class Bits>
SolveReport solve_ostle(const ostle::Parameters& parameters, const std::string& metric,
                        const std::string& path, const SolveOptions& options, Cluster& cluster,
                        ExchangeCounts& counts) {
  switch (parameters.size) {
    case 3:
      return solve_sized<3, Bits>(parameters, metric, path, options, cluster, counts);
    case 4:
      return solve_sized<4, Bits>(parameters, metric, path, options, cluster, counts);
    case 5:
      return solve_sized<5, Bits>(parameters, metric, path, options, cluster, counts);
    default:
      return solve_sized<6, Bits>(parameters, metric, path, options, cluster, counts);
  }
}

}  // namespace

SolveReport solve_distributed(const GameSpec& game, const std::string& metric,
                              const std::string& path, const SolveOptions& options,
                              Cluster& cluster, ExchangeCounts& counts) {
  ostle::Parameters parameters;
  bool of_pieces = false;
  fail_together(&cluster, [&] {
    of_pieces = bddl::is_piece_game(game);
    if (of_pieces) return;
    if (game.name != "ostle") {
      throw UsageError(fmt::format(
          "Several ranks make tables of ostle and of games in version 2 of BDDL, and outcomes of "
          "connect (hybrid); {} is solved by zermelo, on one machine.",
          game.name));
    }
    parameters = ostle::parse_parameters(game.parameters);
  });
  if (of_pieces) return bddl::solve_by_ranks(game, metric, path, options, cluster, counts);
  return ostle::with_bits_of_processor([&](auto bits) {
    return solve_ostle<decltype(bits)>(parameters, metric, path, options, cluster, counts);
  });
}

}  // namespace zermelo
