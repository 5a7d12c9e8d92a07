// SPDX-License-Identifier: MIT
#include "kinds/ranked/solve_hybrid.h"

#include "gen/connect/parameters.h"
#include "gen/error.h"
#include "kinds/ranked/game_hybrid.h"
#include "kinds/ranked/solve.h"
#include "probe/game.h"
#include "symbolic/bdd/bdd.h"

namespace zermelo {

HybridReport solve_hybrid(const GameSpec& game, HybridOptions options) {
  if (options.creator.empty()) options.creator = creator();
  if (game.name == "connect")
    return symbolic::solve_hybrid(connect::parse_parameters(game.parameters), options);
  if (options.layers) throw UsageError("A range of layers is for Connect Four only.");
  if (options.resume) throw UsageError("Only runs of Connect Four can be resumed.");
  return symbolic::solve_game_by_hybrid(make_game(game)->spec(), options);
}

std::string diagram_library() { return symbolic::bdd_library(); }

}  // namespace zermelo
