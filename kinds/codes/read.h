// SPDX-License-Identifier: MIT
// Reading a table that lists the positions that play can lead to; for any game on a grid.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "gen/value.h"
#include "kinds/codes/code_table.h"
#include "kinds/codes/index_header.h"
#include "kinds/codes/layer_values.h"
#include "kinds/codes/member_numbers.h"
#include "kinds/grid/grid_game.h"
#include "kinds/many_answers.h"
#include "probe/table.h"

namespace zermelo {

// What a table says about the positions of a grid game, however its members are looked up.
// Members is CodeProbe or LoadedCodes. Thread-safe as that is.
template <class Game, class Members, class MetricOfTable>
class GridTable {
 public:
  using Metric = MetricOfTable;

  // The game must outlive this object. `members`: what the constructor of Members takes beside the
  // number of the game's codes.
  template <class... Arguments>
  explicit GridTable(const Game& game, Arguments&&... members)
      : game_(game),
        members_(std::forward<Arguments>(members)..., game.codes().size()),
        layers_(members_.file().slices().size()) {}

  const Members& members() const { return members_; }

  // The value of a position in which the game goes on; nothing if play cannot lead to it.
  // (A position that is won at once has a value wherever it is.)
  std::optional<Value> value(const PositionOf<Game>& p) const {
    if constexpr (!Metric::knows_wins_at_once) {
      return stored(p);
    } else if constexpr (Members::is_quick) {
      if (const std::optional<Value> known = stored(p)) return known;
      return wins_at_once(game_, p) ? std::optional(Value::win(1)) : std::nullopt;
    } else {
      return wins_at_once(game_, p) ? Value::win(1) : stored(p);
    }
  }
  // The same for a position that is not won at once.
  std::optional<Value> stored(const PositionOf<Game>& p) const {
    const Located place = locate(game_, p);
    if (place.layer < 0 || static_cast<std::size_t>(place.layer) >= layers_) return std::nullopt;
    return members_.find(static_cast<std::size_t>(place.layer), place.code);
  }
  // What a move is worth to its maker.
  std::optional<Value> of_move(const PositionOf<Game>& next, Ending ending) const {
    return move_value<Metric>(game_, next, ending,
                              [&](const PositionOf<Game>& p) { return value(p); });
  }

 private:
  const Game& game_;
  Members members_;
  std::size_t layers_;
};

// Numbers of the positions. Thread-safe. Throws DamagedTable.
template <class Game>
class CodeNumbers {
 public:
  // The game must outlive this object.
  CodeNumbers(const Game& game, std::shared_ptr<const TableFile> file)
      : game_(game), probe_(std::move(file), game.codes().size()) {}

  std::uint64_t indices(std::size_t slice) const { return numbers().indices(slice); }

  std::optional<PositionOf<Game>> position_at(TableIndex number) const {
    const std::optional<std::uint64_t> code = numbers().code_at(number);
    return code ? std::optional(position_of(game_, *code)) : std::nullopt;
  }

  // The image that represents all images in the table.
  PositionOf<Game> standing_for(const PositionOf<Game>& p) const {
    return canonical_position(game_, p);
  }

  // For a position that represents its images.
  std::optional<TableIndex> index_of(const PositionOf<Game>& p) const {
    const Located place = locate(game_, p);
    if (place.layer < 0 || static_cast<std::size_t>(place.layer) >= records().size())
      return std::nullopt;
    return numbers().index_of(static_cast<std::size_t>(place.layer), place.code);
  }

 private:
  const std::vector<SliceRecord>& records() const { return probe_.file().slices(); }
  MemberNumbers numbers() const { return MemberNumbers(probe_); }

  const Game& game_;
  CodeProbe probe_;
};

// Tells GridKind how such a table is read. The game must outlive everything here.
template <class Game, class MetricOfTable = DistanceMetric>
struct StoredCodes {
  using Metric = MetricOfTable;
  static constexpr TableHeader::States states = TableHeader::States::codes;
  using Numbers = CodeNumbers<Game>;

  static std::optional<IndexHeader> index_header_of(const Game& game) {
    return zermelo::index_header_of(game);
  }
  // Throws DamagedTable.
  static void require_same_index(const Game& game, const TableFile& file) {
    zermelo::require_same_index(game, file);
  }

  // Values looked up in the file. Thread-safe.
  using Values = GridTable<Game, CodeProbe, Metric>;

  // Where a position's value is in the file.
  static FileOrder order(const Game& game, const PositionOf<Game>& p) {
    const Located place = locate(game, p);
    return {static_cast<std::uint32_t>(place.layer), place.code};
  }
};

}  // namespace zermelo
