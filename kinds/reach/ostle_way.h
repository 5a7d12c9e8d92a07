// SPDX-License-Identifier: MIT
// Ways from the start to a state, in the words of the Table interface.
#pragma once

#include <string>

#include "gen/error.h"
#include "gen/ostle/notation.h"
#include "gen/ostle/state_view.h"
#include "kinds/reach/way_back.h"
#include "probe/table.h"

namespace zermelo::ostle {

// The symmetry that turns one position into another; -1 if there is none.
template <class Position>
int symmetry_between(const Position& from, const Position& to, int symmetries) {
  for (int g = 0; g < symmetries; ++g) {
    if (from.transformed(g) == to) return g;
  }
  return -1;
}

// Distances: StateDistances of legal play. `start`: nothing is forbidden in it.
template <class Game, class Distances>
Way find_way(const Game& game, const Distances& distances, const typename Game::Position& start,
             std::string_view text, const WayOptions& options) {
  constexpr int side = Game::Geometry::side;
  using Back = WayBack<Game, Distances>;
  const StateView<side> seen = read_state<side>(game, text);
  const typename Back::State state{game.slice_of(seen.position), seen.position, seen.forbidden};
  const Back back(game, distances, start);
  Way way;
  typename Back::Way found;
  if (options.exact) {
    WayLimits limits;
    limits.max_plies = options.max_plies;
    limits.states = options.memory / 64;  // (with the hash table's own memory)
    limits.seconds = options.seconds;
    limits.stop = options.stop;
    const auto exact = back.exact(state, seen.white_to_move, limits);
    way.refuted = exact.refuted;
    if (!exact.way) return way;
    found = *exact.way;
  } else {
    const auto shortest = back.shortest(state);
    if (!shortest) return way;
    found = *shortest;
  }
  const int symmetry = symmetry_between(found.begin, start, Game::Geometry::symmetries);
  if (symmetry < 0) return way;
  way.found = true;
  for (const Move move : found.moves)
    way.moves.push_back(format_move(Game::image(symmetry, move), side));
  way.refuted = static_cast<int>(way.moves.size()) - 1;
  return way;
}

}  // namespace zermelo::ostle
