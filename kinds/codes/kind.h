// SPDX-License-Identifier: MIT
// The kinds of tables of a game whose tables list codes. Included by one source file per game.
#pragma once

#include <memory>

#include "kinds/codes/read.h"
#include "kinds/grid/grid_kind.h"

namespace zermelo {

// Calls add(metric, spec) for each of them; `spec` has all parameters. A game whose positions have
// scores says with metric() what its first kind of table counts; the parameter `metric` in a
// table's spec tells which kind it is.
template <class Game, class Add>
void for_each_codes_metric(const GameSpec& spec, const Game& game, const Add& add) {
  if constexpr (requires { game.metric(); }) {
    GameSpec of_distances = spec, of_scores = spec;
    of_distances.parameters["metric"] = distance_metric;
    of_scores.parameters["metric"] = score_metric;
    const bool scores_first = game.metric() == Metric::score;
    if (scores_first) add(ScoreMetric{}, of_scores);
    add(DistanceMetric{}, of_distances);
    if (!scores_first) add(ScoreMetric{}, of_scores);
  } else {
    add(DistanceMetric{}, spec);
  }
}

template <class Game>
void add_codes_kinds(GridKinds& kinds, const GameSpec& spec,
                     const std::shared_ptr<const Game>& game) {
  for_each_codes_metric(spec, *game, [&](auto metric, const GameSpec& of_tables) {
    add_grid_kind<Game, StoredCodes<Game, decltype(metric)>>(kinds, of_tables, game);
  });
}

}  // namespace zermelo
