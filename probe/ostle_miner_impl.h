// SPDX-License-Identifier: MIT
// Included by one source file a board side, which says for what mine_ostle is compiled.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/ostle/ostle.h"
#include "gen/ostle/puzzle_conditions.h"
#include "probe/miner.h"
#include "probe/ostle_miner.h"

namespace zermelo::ostle {

// Calls read() and puts `where` in front of what it complains about.
template <class Read>
auto read_listed(const std::string& where, Read&& read) {
  const auto sentence = [&](const Error& error) {
    return where.empty() ? std::string(error.what()) : fmt::format("{}: {}", where, error.what());
  };
  try {
    return read();
  } catch (const IllegalPosition& error) {
    throw IllegalPosition(sentence(error));
  } catch (const GameOver& error) {
    throw GameOver(sentence(error));
  } catch (const NotInTable& error) {
    throw NotInTable(sentence(error));
  }
}

// The places of the positions listed, each once up to symmetry.
template <class Places, int N, class Bits>
Places places_of(const Ostle<N, Bits>& game, const std::vector<ListedPosition>& listed) {
  Places places;
  std::set<std::pair<int, std::uint64_t>> seen;
  for (const ListedPosition& entry : listed) {
    const auto position = read_listed(entry.where, [&] {
      const Seen<N> s = read_seen<N>(game, entry.text);
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
  using OstleMiner = Miner<Game, PuzzleRules<Game>>;
  using Places = std::vector<typename OstleMiner::Place>;
  const PuzzleRules<Game> rules(game, parse_own_conditions(conditions.own));
  std::optional<Places> listed;
  if (options.positions) listed = places_of<Places>(game, *options.positions);
  return OstleMiner(game, table, rules, conditions, options, std::move(listed)).run(sink);
}

}  // namespace zermelo::ostle
