// SPDX-License-Identifier: MIT
// The kinds of tables of a game whose tables list codes. Included by one source file per game.
#pragma once

#include <memory>

#include "kinds/codes/code_storage.h"
#include "kinds/grid/grid_kind.h"

namespace zermelo {

// `spec` has all parameters. A game whose positions have scores says with metric() what its first
// kind of table counts; the parameter `metric` in a table's spec tells which kind it is.
template <class Game>
void add_codes_kinds(GridKinds& kinds, const GameSpec& spec,
                     const std::shared_ptr<const Game>& game) {
  using Distances = CodeStorage<Game, DistanceMetric>;
  if constexpr (requires { game->metric(); }) {
    using Scores = CodeStorage<Game, ScoreMetric>;
    GameSpec of_distances = spec, of_scores = spec;
    of_distances.parameters["metric"] = distance_metric;
    of_scores.parameters["metric"] = score_metric;
    const bool scores_first = game->metric() == Metric::score;
    if (scores_first) add_grid_kind<Game, Scores>(kinds, of_scores, game);
    add_grid_kind<Game, Distances>(kinds, of_distances, game);
    if (!scores_first) add_grid_kind<Game, Scores>(kinds, of_scores, game);
  } else {
    add_grid_kind<Game, Distances>(kinds, spec, game);
  }
}

}  // namespace zermelo
