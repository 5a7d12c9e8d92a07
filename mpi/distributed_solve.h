// SPDX-License-Identifier: MIT
// One solve by all ranks of a cluster.
#pragma once

#include <string>

#include "gen/game_spec.h"
#include "tablebase/distributed/cluster.h"
#include "tablebase/job/solve_options.h"
#include "tablebase/retrograde/exchange.h"

namespace zermelo {

// Collective: all ranks pass the same game, metric and path; rank 0 writes the table, with the same
// bytes as solving a kind of table (probe/game.h) gives: a table of values (distance_metric) or of
// distances from the start (reach_metric, reach_all_metric). Options may differ from rank to rank;
// memory_limit is that of this rank, and a rank that stops stops all. Reports what all ranks have
// done; `counts` is what this rank has sent. Throws as `solve`, on rank 0 or on the rank concerned,
// and PeerFailed on the others; UsageError if there is no such solve for this game.
SolveReport solve_distributed(const GameSpec& game, const std::string& metric,
                              const std::string& path, const SolveOptions& options,
                              Cluster& cluster, ExchangeCounts& counts);

}  // namespace zermelo
