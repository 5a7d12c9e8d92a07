// SPDX-License-Identifier: MIT
// Numbers of the positions in a table that lists codes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "gen/grid/game.h"
#include "kinds/codes/code_table.h"
#include "kinds/grid/grid_game.h"
#include "probe/table.h"

namespace zermelo {

// Thread-safe. Throws DamagedTable.
template <class Game>
class CodeNumbers {
 public:
  // The game must outlive this object.
  CodeNumbers(const Game& game, std::shared_ptr<const TableFile> file)
      : game_(game), probe_(std::move(file), game.codes().size()) {}

  std::uint64_t indices(std::size_t slice) const {
    const std::uint64_t blocks = records()[slice].blocks();
    return blocks == 0 ? 0 : (blocks - 1) * block_numbers;
  }

  std::optional<PositionOf<Game>> position_at(TableIndex number) const {
    if (number.slice >= records().size() || number.index >= indices(number.slice))
      return std::nullopt;
    const std::optional<std::uint64_t> code = probe_.code_of(
        number.slice, 1 + number.index / block_numbers, number.index % block_numbers);
    return code ? std::optional(position_of(game_, *code)) : std::nullopt;
  }

  // The image that represents all images in the table.
  PositionOf<Game> standing_for(const PositionOf<Game>& p) const {
    return canonical_position(game_, p);
  }

  // For a position that represents its images.
  std::optional<TableIndex> index_of(const PositionOf<Game>& p) const {
    const int layer = game_.layer(p);
    if (layer < 0 || static_cast<std::size_t>(layer) >= records().size()) return std::nullopt;
    const auto slice = static_cast<std::size_t>(layer);
    const std::uint64_t code = game_.codes().encode(p);
    const std::optional<std::uint64_t> number = probe_.file().block_of(slice, code);
    if (!number || *number == 0) return std::nullopt;  // (The first block is the model.)
    const std::optional<std::uint64_t> member = probe_.member_of(slice, *number, code);
    if (!member) return std::nullopt;
    return TableIndex{slice, (*number - 1) * block_numbers + *member};
  }

 private:
  // Blocks have room for this many members, but need not be full.
  static constexpr std::uint64_t block_numbers = block_runs * code_run_members;

  const std::vector<SliceRecord>& records() const { return probe_.file().slices(); }

  const Game& game_;
  CodeProbe probe_;
};

}  // namespace zermelo
