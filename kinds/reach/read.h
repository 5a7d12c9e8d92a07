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
#include "kinds/dense/ostle_view.h"
#include "kinds/many_answers.h"
#include "kinds/reach/state_distances.h"
#include "kinds/reach/way_back.h"
#include "probe/table.h"
#include "probe/table_reader.h"

namespace zermelo::ostle {

// Ways from the start to a state, in the words of the Table interface.

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
class DistanceReader final : public TableReader, public zermelo::DistanceReader {
  static constexpr int side = Rules::Geometry::side;

 public:
  DistanceReader(std::shared_ptr<const Rules> rules, std::shared_ptr<const TableFile> file)
      : rules_(std::move(rules)),
        file_(std::move(file)),
        cache_(file_),
        distances_(*rules_, Lookup{this}) {
    check_slices(*rules_, *file_);
  }
  DistanceReader(const DistanceReader&) = delete;
  DistanceReader& operator=(const DistanceReader&) = delete;

  // For tables of distances.
  std::optional<int> distance(std::string_view text) const override {
    return plies_to(read_state<side>(*rules_, text));
  }
  std::vector<DistanceAnswer> distances_of(std::span<const std::string_view> texts,
                                           int threads) const override {
    using Seen = StateView<side>;
    return answer_many<DistanceAnswer>(
        texts, threads, [&](std::string_view text) { return read_state<side>(*rules_, text); },
        [&](const Seen& seen) {
          const int slice = rules_->slice_of(seen.position);
          return FileOrder{static_cast<std::uint32_t>(slice),
                           rules_->locate(slice, seen.position).index};
        },
        [&](const Seen& seen, DistanceAnswer& answer) { answer.plies = plies_to(seen); });
  }
  Way way(std::string_view text, const WayOptions& options) const override {
    if (file_->header().metric != reach_metric)
      throw UsageError(
          file_->path() +
          " counts moves that rule 8 forbids; a way is found by a table of legal play.");
    return find_way(*rules_, distances_, start_position(*rules_), text, options);
  }

  // For tables of either kind.
  const zermelo::DistanceReader* distances() const override { return this; }
  std::uint64_t indices(std::size_t slice) const override { return file_->slices()[slice].indices; }
  std::optional<std::string> position_at(TableIndex number) const override {
    return ostle::position_at(*rules_, number);
  }
  std::optional<TableIndex> index_of(std::string_view text) const override {
    return ostle::index_of(*rules_, text);
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
        distances_.distance(rules_->slice_of(seen.position), seen.position, seen.forbidden);
    return plies < 0 ? std::nullopt : std::optional(plies);
  }

  StoredArrival stored(int slice, std::uint64_t index) const {
    const auto found = find_member(*rules_, cache_, slice, index, BlockParts::all);
    const auto& arrivals = file_->slices()[static_cast<std::size_t>(slice)].arrivals;
    StoredArrival result{arrivals[found.block->first[found.member]], {}};
    if (const SecondValue* second = found.block->find_second(found.member))
      result.slot = second->slot;
    return result;
  }

  std::shared_ptr<const Rules> rules_;
  std::shared_ptr<const TableFile> file_;
  mutable BlockCache cache_;
  StateDistances<Rules, Lookup> distances_;
};

template <class Rules>
class DistanceKind final : public TableKind {
 public:
  DistanceKind(GameSpec spec, std::shared_ptr<const Rules> rules, SearchedMoves moves)
      : spec_(std::move(spec)), rules_(std::move(rules)), moves_(moves) {}

  const GameSpec& game() const override { return spec_; }
  std::string metric() const override { return reach_metric_of(moves_); }
  std::unique_ptr<const TableReader> open(std::shared_ptr<const TableFile> file) const override {
    const TableHeader& header = file->header();
    if (!(header.game == spec_) || header.metric != metric()) return nullptr;
    return std::make_unique<DistanceReader<Rules>>(rules_, std::move(file));
  }

 private:
  GameSpec spec_;
  std::shared_ptr<const Rules> rules_;
  SearchedMoves moves_;
};

}  // namespace zermelo::ostle
