// SPDX-License-Identifier: MIT
#include "othello_thesis/past_ends.h"

#include <fmt/format.h>

#include "symbolic/bdd/symbolic_game.h"
#include "symbolic/model/connect_model.h"

namespace zermelo::symbolic {

std::vector<PastEndsLayer> layers_past_ends(const connect::Parameters& board, const BddOptions& bdd,
                                            const ProgressText& progress) {
  const ConnectModel model(board);
  const BddManager manager(model.model().variables(), bdd);
  const SymbolicGame game(model.model());
  Bdd stopping = game.initial(), going_on = stopping;
  std::vector<PastEndsLayer> layers;
  for (int n = 0;; ++n) {
    layers.push_back(
        {n, {game.count(stopping), size_of(stopping)}, {game.count(going_on), size_of(going_on)}});
    if (progress)
      progress(fmt::format("{} stones: {} nodes", n, layers.back().stopping.size.nodes));
    if (n + 1 == game.layers()) return layers;
    const Side side = connect_mover(n);
    const Bdd ended = game.won(other(side), side, stopping);
    stopping = game.successors(stopping - ended, side, SymbolicGame::Moves::up);
    going_on = game.successors(going_on, side, SymbolicGame::Moves::up);
  }
}

}  // namespace zermelo::symbolic
