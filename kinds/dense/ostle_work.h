// SPDX-License-Identifier: MIT
// What can be done with Ostle beside probing its tables (see kinds/dense/ostle_instances.h).
#pragma once

#include <memory>

#include "gen/ostle/ostle.h"
#include "kinds/dense/count.h"
#include "kinds/dense/maker.h"
#include "kinds/dense/ostle_game.h"
#include "kinds/reach/maker.h"
#include "tablebase/search/dense_depth_search.h"

namespace zermelo::ostle {

template <int N, class Bits>
DepthReport search_ostle(const OstleGame<N, Bits>& game, const DepthOptions& options) {
  const auto state = game.read(options.start.empty() ? game.start() : options.start);
  DenseDepthSearch<Ostle<N, Bits>> search(*state.rules, options);
  return DepthReport{search.run({state.slice, state.seen.position, state.seen.forbidden},
                                state.seen.white_to_move == options.white),
                     {}};
}

template <int N, class Bits>
GameWork work_of_size(const Game& given) {
  using Rules = Ostle<N, Bits>;
  const GameSpec& spec = given.spec();
  const auto rules = static_cast<const OstleGame<N, Bits>&>(given).rules();
  GameWork work;
  work.makers.push_back(std::make_unique<ValueMaker<Rules>>(spec, rules));
  for (const SearchedMoves moves : {SearchedMoves::legal, SearchedMoves::all})
    work.makers.push_back(std::make_unique<DistanceMaker<Rules>>(spec, rules, moves));
  work.count = [rules](const WorkOptions& options, bool quick) {
    return Counter(*rules, options.threads, options.progress).run(quick);
  };
  const auto game = std::make_shared<const OstleGame<N, Bits>>(rules);
  work.shortest_win = [game](const DepthOptions& options) { return search_ostle(*game, options); };
  return work;
}

}  // namespace zermelo::ostle
