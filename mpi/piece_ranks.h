// SPDX-License-Identifier: MIT
// Games in version 2 of BDDL by several ranks.
#pragma once

#include <string>

#include "gen/game_spec.h"
#include "tablebase/distributed/cluster.h"
#include "tablebase/job/solve_options.h"
#include "tablebase/retrograde/exchange.h"

namespace zermelo::bddl {

// Whether these are the rules of such a game. Throws as make_game.
bool is_piece_game(const GameSpec& spec);

// As solve_distributed.
SolveReport solve_by_ranks(const GameSpec& spec, const std::string& metric, const std::string& path,
                           const SolveOptions& options, Cluster& cluster, ExchangeCounts& counts);

}  // namespace zermelo::bddl
