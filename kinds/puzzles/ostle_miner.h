// SPDX-License-Identifier: MIT
// Mining Ostle's tables for puzzles (see kinds/dense/ostle_instances.h).
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/ostle/ostle.h"
#include "kinds/dense/dense_source.h"
#include "kinds/dense/ostle_instances.h"
#include "kinds/puzzles/miner.h"
#include "kinds/puzzles/ostle_puzzle_rules.h"

namespace zermelo::ostle {

// The places of the listed positions, each of them once up to symmetry.
template <class Places, int N, class Bits>
Places places_of(const Ostle<N, Bits>& game, const std::vector<ListedPosition>& listed) {
  Places places;
  std::set<std::pair<int, std::uint64_t>> seen;
  for (const ListedPosition& entry : listed) {
    const auto position = read_listed(entry.where, [&] {
      const StateView<N> s = read_view<N>(game, entry.text);
      if (s.forbidden.from >= 0)
        throw IllegalPosition("A puzzle starts with no move forbidden; leave the move out.");
      return s.position;
    });
    const int slice = game.slice_of(position);
    const std::uint64_t index = game.locate(slice, position).index;
    if (seen.emplace(slice, index).second) places.push_back({slice, index});
  }
  return places;
}

template <int N, class Bits>
MineReport mine_ostle(const Ostle<N, Bits>& game, const TableFile& table,
                      const PuzzleConditions& conditions, const MineOptions& options,
                      const PuzzleSink& sink) {
  using Game = Ostle<N, Bits>;
  using Source = DenseSource<Game>;
  using Places = std::vector<typename Source::Place>;
  const PuzzleRules<Game> rules(game, parse_own_conditions(conditions.own));
  std::optional<Places> listed;
  if (options.positions) listed = places_of<Places>(game, *options.positions);
  check_metric(conditions, Metric::distance);
  if (contradictory(conditions)) return {.complete = true};
  Source source(game, table);
  return Miner(source, rules, conditions, options, std::move(listed)).run(sink);
}

}  // namespace zermelo::ostle
