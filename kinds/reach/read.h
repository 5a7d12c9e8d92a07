// SPDX-License-Identifier: MIT
// Ostle's tables of distances from the start: opened and read. Included by one source file per
// board side.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/ostle/notation.h"
#include "gen/ostle/ostle.h"
#include "gen/ostle/start.h"
#include "gen/ostle/state_view.h"
#include "kinds/dense/block_cache.h"
#include "kinds/dense/dense_reader.h"
#include "kinds/dense/ostle_view.h"
#include "kinds/many_answers.h"
#include "kinds/reach/state_distances.h"
#include "kinds/reach/way_back.h"
#include "probe/table.h"
#include "probe/table_reader.h"

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

template <class Rules>
class DistanceReader final : public DenseReader<Rules>, public zermelo::DistanceReader {
  using Dense = DenseReader<Rules>;
  static constexpr int side = Rules::Geometry::side;

 public:
  DistanceReader(std::shared_ptr<const Rules> rules, std::shared_ptr<const TableFile> file)
      : Dense(std::move(rules), std::move(file)),
        cache_(Dense::file()),
        distances_(Dense::rules(), Lookup{this}) {}
  DistanceReader(const DistanceReader&) = delete;
  DistanceReader& operator=(const DistanceReader&) = delete;

  const zermelo::DistanceReader* distances() const override { return this; }
  std::optional<int> distance(std::string_view text) const override {
    return plies_to(read_state<side>(Dense::rules(), text));
  }
  std::vector<DistanceAnswer> distances_of(std::span<const std::string_view> texts,
                                           int threads) const override {
    using Seen = StateView<side>;
    const Rules& rules = Dense::rules();
    return answer_many<DistanceAnswer>(
        texts, threads, [&](std::string_view text) { return read_state<side>(rules, text); },
        [&](const Seen& seen) {
          const int slice = rules.slice_of(seen.position);
          return FileOrder{static_cast<std::uint32_t>(slice),
                           rules.locate(slice, seen.position).index};
        },
        [&](const Seen& seen, DistanceAnswer& answer) { answer.plies = plies_to(seen); });
  }
  Way way(std::string_view text, const WayOptions& options) const override {
    const TableFile& file = *Dense::file();
    if (file.header().metric != reach_metric)
      throw UsageError(
          file.path() +
          " counts moves that rule 8 forbids; a way is found by a table of legal play.");
    return find_way(Dense::rules(), distances_, start_position(Dense::rules()), text, options);
  }

 private:
  struct Lookup {
    const DistanceReader* reader;
    StoredArrival operator()(int slice, std::uint64_t index) const {
      return reader->stored(slice, index);
    }
  };

  std::optional<int> plies_to(const StateView<side>& seen) const {
    const int plies =
        distances_.distance(Dense::rules().slice_of(seen.position), seen.position, seen.forbidden);
    return plies < 0 ? std::nullopt : std::optional(plies);
  }

  StoredArrival stored(int slice, std::uint64_t index) const {
    const auto found = find_member(Dense::rules(), cache_, slice, index, BlockParts::all);
    const auto& arrivals = Dense::file()->slices()[static_cast<std::size_t>(slice)].arrivals;
    StoredArrival result{arrivals[found.block->first[found.member]], {}};
    if (const SecondValue* second = found.block->find_second(found.member))
      result.slot = second->slot;
    return result;
  }

  mutable BlockCache cache_;
  StateDistances<Rules, Lookup> distances_;
};

template <class Rules>
using DistanceKind = DenseKind<Rules, DistanceReader<Rules>>;

}  // namespace zermelo::ostle
