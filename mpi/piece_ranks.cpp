// SPDX-License-Identifier: MIT
#include "mpi/piece_ranks.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "gen/bddl/piece_game.h"
#include "gen/bddl/spec.h"
#include "gen/error.h"
#include "gen/grid/metric.h"
#include "kinds/codes/code_reach.h"
#include "kinds/codes/index_header.h"
#include "kinds/codes/shared_codes.h"
#include "kinds/codes/solve.h"
#include "kinds/grid/grid_work.h"
#include "probe/game.h"
#include "tablebase/distributed/sharing_options.h"
#include "tablebase/format/table_file.h"

namespace zermelo::bddl {

bool is_piece_game(const GameSpec& spec) { return spec.name == info().name && has_version_2(spec); }

SolveReport solve_by_ranks(const GameSpec& spec, const std::string& metric, const std::string& path,
                           const SolveOptions& options, Cluster& cluster, ExchangeCounts& counts) {
  std::shared_ptr<const Game> game;
  fail_together(&cluster, [&] {
    game = zermelo::make_game(spec);
    if (game->kind(metric) == nullptr)
      throw UsageError(fmt::format("There are no tables of distances for {}.", spec.name));
  });
  const auto rules = rules_of<PieceGame>(*game);
  TableHeader header = codes_header(*rules, game->spec(), metric, creator());
  const SharedCodes part(*rules, cluster, counts, sharing_of(options, cluster));
  if (metric == reach_metric)
    return CodeReach<PieceGame, SharedCodes>(*rules, std::move(header), path, options, part).run();
  return GridSolve<PieceGame, DistanceMetric, SharedCodes>(*rules, std::move(header), path, options,
                                                           part)
      .run();
}

}  // namespace zermelo::bddl
