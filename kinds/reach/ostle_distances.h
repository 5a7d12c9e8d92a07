// SPDX-License-Identifier: MIT
// Ostle's tables of distances from the start: made, opened and read. Included by one source file
// per board side.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/ostle/ostle.h"
#include "gen/ostle/start.h"
#include "gen/ostle/state_view.h"
#include "kinds/dense/block_cache.h"
#include "kinds/dense/ostle_numbers.h"
#include "kinds/dense/ostle_view.h"
#include "kinds/many_answers.h"
#include "kinds/reach/ostle_way.h"
#include "kinds/reach/reach.h"
#include "kinds/reach/reach_stats.h"
#include "kinds/reach/reach_verify.h"
#include "kinds/reach/state_distances.h"
#include "probe/table_reader.h"
#include "tablebase/job/memory_limit.h"

namespace zermelo::ostle {

template <class Game>
class OstleDistances final : public TableReader, public DistanceReader {
  static constexpr int side = Game::Geometry::side;

 public:
  OstleDistances(std::shared_ptr<const Game> game, std::shared_ptr<const TableFile> file)
      : game_(std::move(game)),
        file_(std::move(file)),
        cache_(file_),
        distances_(*game_, Lookup{this}) {
    check_slices(*game_, *file_);
  }
  OstleDistances(const OstleDistances&) = delete;
  OstleDistances& operator=(const OstleDistances&) = delete;

  // For tables of distances.
  std::optional<int> distance(std::string_view text) const override {
    return plies_to(read_state<side>(*game_, text));
  }
  std::vector<DistanceAnswer> distances_of(std::span<const std::string_view> texts,
                                           int threads) const override {
    using Seen = StateView<side>;
    return answer_many<DistanceAnswer>(
        texts, threads, [&](std::string_view text) { return read_state<side>(*game_, text); },
        [&](const Seen& seen) {
          const int slice = game_->slice_of(seen.position);
          return FileOrder{static_cast<std::uint32_t>(slice),
                           game_->locate(slice, seen.position).index};
        },
        [&](const Seen& seen, DistanceAnswer& answer) { answer.plies = plies_to(seen); });
  }
  Way way(std::string_view text, const WayOptions& options) const override {
    if (file_->header().metric != reach_metric)
      throw UsageError(
          file_->path() +
          " counts moves that rule 8 forbids; a way is found by a table of legal play.");
    return find_way(*game_, distances_, start_position(*game_), text, options);
  }
  ReachReport stats(const WorkOptions& options) const override {
    ReachStatistics<Game> statistics(*game_, *file_, options.threads, options.progress);
    ReachReport report = statistics.run();
    for (const PlacedState& state : statistics.farthest()) {
      typename Game::Cursor cursor(game_->index(static_cast<int>(state.slice)));
      const auto& p = cursor.at(state.index);
      const Move forbidden = state.slot == no_slot
                                 ? Game::no_move
                                 : Game::move_of_slot(p, static_cast<Slot>(state.slot));
      report.farthest_states.push_back(print_state<Game>(p, forbidden));
    }
    return report;
  }

  // For the whole table.
  const DistanceReader* distances() const override { return this; }
  VerifyReport verify(const WorkOptions& options) const override {
    std::uint64_t indices = 0;
    for (const SliceRecord& slice : file_->slices()) indices += slice.indices;
    MemoryLimit().require({.bytes = 4 * indices + fixed_memory, .who = "Verifying needs"});
    Verification verification(*file_, options.threads, options.progress);
    ReachVerifier<Game> verifier(*game_, start_position(*game_), print_state<Game>, verification);
    return verify_table(verifier, verification);
  }
  std::uint64_t indices(std::size_t slice) const override { return file_->slices()[slice].indices; }
  std::optional<std::string> position_at(TableIndex number) const override {
    return ostle::position_at(*game_, number);
  }
  std::optional<TableIndex> index_of(std::string_view text) const override {
    return ostle::index_of(*game_, text);
  }

 private:
  struct Lookup {
    const OstleDistances* reader;
    StoredArrival operator()(int slice, std::uint64_t index) const {
      return reader->stored(slice, index);
    }
  };

  std::optional<int> plies_to(const StateView<side>& seen) const {
    const int plies =
        distances_.distance(game_->slice_of(seen.position), seen.position, seen.forbidden);
    return plies < 0 ? std::nullopt : std::optional(plies);
  }

  StoredArrival stored(int slice, std::uint64_t index) const {
    const auto found = find_member(*game_, cache_, slice, index, BlockParts::all);
    const auto& arrivals = file_->slices()[static_cast<std::size_t>(slice)].arrivals;
    StoredArrival result{arrivals[found.block->first[found.member]], {}};
    if (const SecondValue* second = found.block->find_second(found.member))
      result.slot = second->slot;
    return result;
  }

  std::shared_ptr<const Game> game_;
  std::shared_ptr<const TableFile> file_;
  mutable BlockCache cache_;
  StateDistances<Game, Lookup> distances_;
};

template <class Game>
class OstleDistanceKind final : public TableKind {
 public:
  OstleDistanceKind(GameSpec spec, std::shared_ptr<const Game> game, SearchedMoves moves)
      : spec_(std::move(spec)), game_(std::move(game)), moves_(moves) {}

  std::string metric() const override {
    return moves_ == SearchedMoves::all ? reach_all_metric : reach_metric;
  }
  SolveReport solve(const std::string& path, const SolveOptions& options) const override {
    return Reach<Game>(*game_, start_position(*game_), TableHeader{spec_, metric(), creator()},
                       path, options)
        .run();
  }
  std::unique_ptr<const TableReader> open(std::shared_ptr<const TableFile> file) const override {
    const TableHeader& header = file->header();
    if (!(header.game == spec_) || header.metric != metric()) return nullptr;
    return std::make_unique<OstleDistances<Game>>(game_, std::move(file));
  }

 private:
  GameSpec spec_;
  std::shared_ptr<const Game> game_;
  SearchedMoves moves_;
};

}  // namespace zermelo::ostle
