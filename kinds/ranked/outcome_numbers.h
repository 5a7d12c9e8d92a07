// SPDX-License-Identifier: MIT
// The positions in a table of outcomes, in which a diagram ranks them: their numbers, and a walk
// over them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "gen/connect/game.h"
#include "gen/grid/position.h"
#include "gen/grid/turns.h"
#include "kinds/ranked/outcome_table.h"
#include "probe/table.h"
#include "symbolic/model/connect_model.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// Slice number i holds the boards with i empty squares, including those in which the game is over.
// Thread-safe. Throws DamagedTable.
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

// The positions with their values, as SourceWalk reads them: each position in all of its
// orientations. The values of one slice are in memory.
class OutcomeSource {
 public:
  OutcomeSource(const connect::Connect& game, std::shared_ptr<const TableFile> file, bool, bool,
                int threads)
      : game_(game), numbers_(game, std::move(file)), threads_(threads) {}

  int slices() const { return numbers_.slices(); }
  void expect_scan() const {}
  void begin_slice(int slice) {
    outcomes_ = numbers_.probe().read(static_cast<std::size_t>(slice), mover(slice), threads_);
  }
  std::uint64_t blocks(int slice) const {
    return (numbers_.indices(static_cast<std::size_t>(slice)) + block_indices - 1) / block_indices;
  }

  class Reader {
   public:
    explicit Reader(const OutcomeSource& source) : s_(source) {}

    template <class Wants, class Visit>
    void read_block(int slice, std::uint64_t block, Wants&& wants, Visit&& visit) {
      const auto number = static_cast<std::size_t>(slice);
      const std::uint64_t begin = block * block_indices;
      const std::uint64_t end = std::min(s_.numbers_.indices(number), begin + block_indices);
      for (std::uint64_t index = begin; index < end; ++index) {
        const TableIndex place{number, index};
        const std::optional<GridPosition> p = s_.numbers_.position_at(place);
        if (!p) continue;
        const Value value =
            Value::of_outcome(symbolic::outcome_for(s_.mover(slice), s_.outcomes_.at(index)));
        if (wants(value) && !visit(place, *p, value)) return;
      }
    }

   private:
    const OutcomeSource& s_;
  };

 private:
  symbolic::Side mover(int slice) const {
    return symbolic::connect_mover(fullest_first(game_.cells(), slice));
  }

  const connect::Connect& game_;
  OutcomeNumbers numbers_;
  int threads_;
  symbolic::OutcomeVector outcomes_;
};

}  // namespace zermelo
