// SPDX-License-Identifier: MIT
// Reading a table of Connect Four that tells who wins, for all boards that play can lead to: a
// diagram ranks them. Made by the hybrid (kinds/ranked/solve.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "gen/connect/game.h"
#include "gen/grid/metric.h"
#include "gen/grid/position.h"
#include "gen/grid/turns.h"
#include "kinds/ranked/hybrid_board.h"
#include "kinds/ranked/outcome_table.h"
#include "kinds/stones/read.h"
#include "probe/table.h"
#include "symbolic/model/connect_model.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// Numbers of the positions. // Slice number i holds the boards with i empty squares, including
// those in which the game is over. Thread-safe. Throws DamagedTable.
class OutcomeNumbers {
 public:
  // The game must outlive this object.
  OutcomeNumbers(const connect::Connect& game, std::shared_ptr<const TableFile> file)
      : game_(game), file_(std::move(file)), probe_(*file_) {}
  OutcomeNumbers(const OutcomeNumbers&) = delete;
  OutcomeNumbers& operator=(const OutcomeNumbers&) = delete;

  std::uint64_t indices(std::size_t slice) const { return probe_.members(slice).size(); }

  std::optional<GridPosition> position_at(TableIndex number) const {
    if (number.slice >= file_->slices().size() || number.index >= indices(number.slice))
      return std::nullopt;
    const auto [first, second] = symbolic::connect_stones(
        game_.parameters(), probe_.members(number.slice).unrank(number.index));
    const GridPosition p{
        first, second, white_to_move(fullest_first(game_.cells(), static_cast<int>(number.slice)))};
    return game_.is_over(p) ? std::nullopt : std::optional(p);
  }

  // Each position represents itself.
  GridPosition standing_for(const GridPosition& p) const { return p; }

  std::optional<TableIndex> index_of(const GridPosition& p) const {
    const auto slice =
        static_cast<std::size_t>(fullest_first(game_.cells(), count_bits(p.occupied())));
    const symbolic::StateBits state = symbolic::connect_state(game_.parameters(), p.black, p.white);
    const symbolic::FrozenBdd& members = probe_.members(slice);
    if (!members.contains(state)) return std::nullopt;
    return TableIndex{slice, members.rank(state)};
  }

  const symbolic::OutcomeProbe& probe() const { return probe_; }
  int slices() const { return static_cast<int>(file_->slices().size()); }

 private:
  const connect::Connect& game_;
  std::shared_ptr<const TableFile> file_;
  symbolic::OutcomeProbe probe_;
};

// As StoredStones, with the same positions but other values.
template <class Game, class Lane>
struct StoredOutcomes : StoredStones<Game, Lane> {
  static_assert(std::is_same_v<Game, connect::Connect>);
  using Metric = OutcomeMetric;
  static constexpr TableHeader::States states = TableHeader::States::ranked;
  using Numbers = OutcomeNumbers;

  // Throws UsageError for boards that are too large.
  static void require_fit(const Game& game) { symbolic::check_hybrid_board(game.parameters()); }

  class Values {
   public:
    using Metric = OutcomeMetric;
    Values(const Game& game, std::shared_ptr<const TableFile> file)
        : game_(game), file_(std::move(file)), probe_(*file_) {
      check_layers(game_, *file_);
    }
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;

    std::optional<Value> value(const GridPosition& p) const {
      return probe_.find(slice_of(game_, p), state_of(game_, p));
    }
    std::optional<Value> of_move(const GridPosition& next, Ending ending) const {
      return move_value<Metric>(game_, next, ending,
                                [&](const GridPosition& p) { return value(p); });
    }

   private:
    const Game& game_;
    std::shared_ptr<const TableFile> file_;
    symbolic::OutcomeProbe probe_;
  };

 private:
  static std::size_t slice_of(const Game& game, const GridPosition& p) {
    return static_cast<std::size_t>(fullest_first(game.cells(), count_bits(p.occupied())));
  }
  static symbolic::StateBits state_of(const Game& game, const GridPosition& p) {
    return symbolic::connect_state(game.parameters(), p.black, p.white);
  }
};

}  // namespace zermelo
