// SPDX-License-Identifier: MIT
// Numbers of the positions of a game of stones: their codes, which follow from the rules. So
// positions that play cannot lead to have numbers, too.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "gen/grid/position.h"
#include "gen/grid/stone_game.h"
#include "kinds/grid/grid_game.h"
#include "probe/table.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// Thread-safe.
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

}  // namespace zermelo
