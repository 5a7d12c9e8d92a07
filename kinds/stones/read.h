// SPDX-License-Identifier: MIT
// Reading a table of a game of stones: the values of its unforced positions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "gen/grid/position.h"
#include "gen/grid/stone_game.h"
#include "kinds/grid/grid_game.h"
#include "kinds/many_answers.h"
#include "kinds/stones/stone_table.h"
#include "probe/table.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// Numbers of the positions: their codes, which follow from the rules. So positions that play cannot
// lead to have numbers, too. Thread-safe.
template <class Game>
class StoneNumbers {
 public:
  // The game must outlive this object.
  StoneNumbers(const Game& game, const std::shared_ptr<const TableFile>&) : game_(game) {}

  // Slice number i holds the positions with i stones.
  std::uint64_t indices(std::size_t slice) const {
    return layer_size(game_, static_cast<int>(slice));
  }

  std::optional<GridPosition> position_at(TableIndex number) const {
    if (number.slice > static_cast<std::size_t>(game_.cells()) ||
        number.index >= indices(number.slice)) {
      return std::nullopt;
    }
    const StonePosition p = stone_position(game_, static_cast<int>(number.slice), number.index);
    const GridPosition result = on_squares(p);
    if (game_.is_over(result) || !(canonical(game_, p) == p)) return std::nullopt;
    return result;
  }

  // The image that represents all images in the table.
  GridPosition standing_for(const GridPosition& p) const { return canonical_position(game_, p); }

  // For a position that represents its images.
  std::optional<TableIndex> index_of(const GridPosition& p) const {
    const StonePosition best{game_.to_cells(p.occupied()), game_.to_cells(p.black)};
    return TableIndex{static_cast<std::size_t>(best.stones()), stone_code(game_, best)};
  }

 private:
  GridPosition on_squares(const StonePosition& p) const {
    return {game_.to_squares(p.black), game_.to_squares(p.white()), white_to_move(p.stones())};
  }

  const Game& game_;
};

// As StoredCodes. Lane as of kinds/stones/row_kernels.h. Any position without lines has a value,
// whether play can lead to it or not.
template <class Game, class Lane>
struct StoredStones {
  using Metric = DistanceMetric;
  static constexpr TableHeader::States states = TableHeader::States::unforced;
  using Numbers = StoneNumbers<Game>;

  static StonePosition stones(const Game& game, const GridPosition& p) {
    return {game.to_cells(p.occupied()), game.to_cells(p.black)};
  }
  static GridPosition position(const Game& game, const StonePosition& p) {
    return {game.to_squares(p.black), game.to_squares(p.white()), white_to_move(p.stones())};
  }

  class Values {
   public:
    using Metric = DistanceMetric;
    Values(const Game& game, std::shared_ptr<const TableFile> file)
        : game_(game), probe_(game, std::move(file)) {}

    std::optional<Value> value(const GridPosition& p) const {
      return stone_value(game_, stones(game_, p),
                         [&](const StonePosition& q) { return probe_.find(q); });
    }
    std::optional<Value> of_move(const GridPosition& next, Ending ending) const {
      return move_value<Metric>(game_, next, ending,
                                [&](const GridPosition& p) { return value(p); });
    }

   private:
    const Game& game_;
    StoneProbe<Game, Lane> probe_;
  };

  // Where a position's value is in the file, or near which place if it follows from another
  // position's.
  static FileOrder order(const Game& game, const GridPosition& p) {
    const StonePosition best = canonical(game, stones(game, p));
    return {static_cast<std::uint32_t>(best.stones()), stone_code(game, best)};
  }
};

}  // namespace zermelo
