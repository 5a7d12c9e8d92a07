// SPDX-License-Identifier: MIT
#include "probe/hybrid.h"

#include <fmt/format.h>

#include "gen/connect/parameters.h"
#include "gen/error.h"
#include "probe/game.h"
#include "symbolic/bdd/bdd.h"
#include "symbolic/hybrid/hybrid_solve.h"

namespace zermelo {

HybridReport solve_hybrid(const GameSpec& game, HybridOptions options) {
  if (game.name != "connect") {
    throw UsageError(
        fmt::format("There is no hybrid solver for '{}', only for connect.", game.name));
  }
  if (options.creator.empty()) options.creator = creator();
  return symbolic::solve_hybrid(connect::parse_parameters(game.parameters), options);
}

std::string diagram_library() { return symbolic::bdd_library(); }

}  // namespace zermelo
