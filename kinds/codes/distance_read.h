// SPDX-License-Identifier: MIT
// Reading a table that lists the positions that play can lead to with their distances from the
// start; for any game with an index.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/grid/game.h"
#include "kinds/codes/code_table.h"
#include "kinds/codes/grid_way_back.h"
#include "kinds/codes/index_header.h"
#include "kinds/codes/read.h"
#include "kinds/grid/grid_game.h"
#include "kinds/many_answers.h"
#include "probe/game.h"
#include "probe/table_reader.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

template <class Rules>
class CodeDistanceReader final : public TableReader, public DistanceReader {
 public:
  CodeDistanceReader(std::shared_ptr<const Rules> rules, std::shared_ptr<const TableFile> file)
      : rules_(std::move(rules)),
        probe_(file, rules_->codes().size()),
        numbers_(*rules_, std::move(file)) {
    // (Nothing is ever forbidden, so there is one distance.)
    for (const SliceRecord& slice : probe_.file().slices()) {
      for (const Arrival& a : slice.arrivals)
        if (a.first < 0 || a != Arrival{a.first, a.first, a.first})
          probe_.file().damaged("its arrivals make no sense for its game");
    }
  }
  CodeDistanceReader(const CodeDistanceReader&) = delete;
  CodeDistanceReader& operator=(const CodeDistanceReader&) = delete;

  const DistanceReader* distances() const override { return this; }
  std::optional<int> distance(std::string_view text) const override {
    return plies_to(read_position(*rules_, text));
  }
  std::vector<DistanceAnswer> distances_of(std::span<const std::string_view> texts,
                                           int threads) const override {
    return answer_many<DistanceAnswer>(
        texts, threads, [&](std::string_view text) { return read_position(*rules_, text); },
        [&](const Position& p) {
          const Located place = locate(*rules_, p);
          return FileOrder{static_cast<std::uint32_t>(place.layer), place.code};
        },
        [&](const Position& p, DistanceAnswer& answer) { answer.plies = plies_to(p); });
  }
  Way way(std::string_view text, const WayOptions& options) const override {
    const GridWayBack back(*rules_, [this](const Position& p) { return plies_to(p); });
    return naming_file(probe_.file(),
                       [&] { return back.find(read_position(*rules_, text), options); });
  }

  std::uint64_t indices(std::size_t slice) const override { return numbers_.indices(slice); }
  std::optional<std::string> position_at(TableIndex number) const override {
    const std::optional<Position> p = numbers_.position_at(number);
    return p ? std::optional(format_position(*p, board_of(*rules_))) : std::nullopt;
  }
  std::optional<TableIndex> index_of(std::string_view text) const override {
    return numbers_.index_of(numbers_.standing_for(read_position(*rules_, text)));
  }

 private:
  using Position = PositionOf<Rules>;

  std::optional<int> plies_to(const Position& p) const {
    const Located place = locate(*rules_, p);
    const auto& slices = probe_.file().slices();
    if (place.layer < 0 || static_cast<std::size_t>(place.layer) >= slices.size())
      return std::nullopt;
    const auto slice = static_cast<std::size_t>(place.layer);
    const std::optional<PaletteCode> kind = probe_.find_kind(slice, place.code);
    return kind ? std::optional(slices[slice].arrivals[*kind].first) : std::nullopt;
  }

  std::shared_ptr<const Rules> rules_;
  CodeProbe probe_;
  CodeNumbers<Rules> numbers_;
};

template <class Rules>
class CodeDistanceKind final : public TableKind {
 public:
  // `spec` is that of its tables, with all parameters filled in.
  CodeDistanceKind(GameSpec spec, std::shared_ptr<const Rules> rules)
      : spec_(std::move(spec)), rules_(std::move(rules)) {}

  const GameSpec& game() const override { return spec_; }
  std::string metric() const override { return reach_metric; }

  std::unique_ptr<const TableReader> open(std::shared_ptr<const TableFile> file) const override {
    const TableHeader& header = file->header();
    const bool mine = header.game == spec_ && header.states == TableHeader::States::codes &&
                      header.metric == metric();
    if (!mine) return nullptr;
    require_same_index(*rules_, *file);
    return std::make_unique<CodeDistanceReader<Rules>>(rules_, std::move(file));
  }

 private:
  GameSpec spec_;
  std::shared_ptr<const Rules> rules_;
};

// Whether a game has such tables: those that begin with one position. (Where it begins with any
// position of some pieces, nearly all would be at no distance.)
template <IndexedGame Rules>
bool has_distances(const Rules& rules) {
  return rules.begins_with_start();
}

}  // namespace zermelo
