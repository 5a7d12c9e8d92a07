// SPDX-License-Identifier: MIT
// The positions of a table with a dense index, as the miner reads them.
#pragma once

#include <cstdint>
#include <optional>

#include "gen/value.h"
#include "kinds/choices.h"
#include "kinds/dense/dense_moves.h"
#include "kinds/dense/exact_blocks.h"
#include "kinds/dense/table_values.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// Thread-safe; each thread needs a reader of its own. Everything throws DamagedTable.
template <class Game>
class DenseSource {
  using Lookup = LoadedLookup<ExactTable<Game>>;
  using Values = StateValues<Game, Lookup>;

 public:
  using State = GameState<Game>;
  using Chooser = zermelo::Chooser<DenseMoves<Game, Values>>;
  // A canonical position.
  struct Place {
    int slice = 0;
    std::uint64_t index = 0;
  };

  // Both must outlive the source.
  DenseSource(const Game& game, const TableFile& file)
      : game_(game), file_(file), table_(game, file), values_(game, Lookup{&table_}) {}
  DenseSource(const DenseSource&) = delete;
  DenseSource& operator=(const DenseSource&) = delete;

  int slices() const { return game_.slice_count(); }
  // Its number in the file.
  static std::size_t number_in_file(int slice) { return static_cast<std::size_t>(slice); }
  std::uint64_t blocks(int slice) const { return record(slice).blocks(); }
  // Call the first before reading a slice's blocks, the second before reading the blocks of all
  // slices.
  void begin_slice(int) {}
  void expect_scan() const {
    file_.expect_scan();
    table_.expect_all();
  }
  Chooser chooser() const { return Chooser({game_, values_}); }

  class Reader {
   public:
    explicit Reader(const DenseSource& source) : s_(source) {}

    // Calls visit(place, state, value) for the canonical positions of a block whose values are
    // wanted, with nothing forbidden, in order, until it returns false.
    template <class Wants, class Visit>
    void read_block(int slice, std::uint64_t block, Wants&& wants, Visit&& visit) {
      enter(slice);
      const SliceRecord& record = s_.record(slice);
      // For most positions, the value is reason enough to pass on. (No value is stored for those
      // that are won at once.)
      const bool look_at_all = wants(Value::win(1));
      const bool no_values = record.members == 0;
      const std::uint64_t begin = block * block_indices;
      const std::uint64_t end = begin + record.indices_in_block(block);
      for (std::uint64_t index = begin; index < end; ++index) {
        if (!look_at_all && (no_values || !wants(stored(index)))) continue;
        if (!look_at(index, wants, visit)) return;
      }
    }

    // The same for one place.
    template <class Wants, class Visit>
    void read(const Place& place, Wants&& wants, Visit&& visit) {
      enter(place.slice);
      look_at(place.index, wants, visit);
    }

    State state(const Place& place) {
      enter(place.slice);
      return {place.slice, cursor_->at(place.index)};
    }

   private:
    void enter(int slice) {
      if (slice == slice_) return;
      slice_ = slice;
      cursor_.emplace(s_.game_.index(slice));
    }

    Value stored(std::uint64_t index) const { return s_.table_(slice_, index, false).first; }

    template <class Wants, class Visit>
    bool look_at(std::uint64_t index, Wants&& wants, Visit&& visit) {
      const State state{slice_, cursor_->at(index)};
      if (!cursor_->is_canonical()) return true;
      const bool at_once = s_.game_.wins_at_once(slice_, state.position);
      const Value value = at_once ? Value::win(1) : stored(index);
      return !wants(value) || visit(Place{slice_, index}, state, value);
    }

    const DenseSource& s_;
    int slice_ = -1;
    std::optional<typename Game::Cursor> cursor_;
  };

 private:
  const SliceRecord& record(int slice) const {
    return file_.slices()[static_cast<std::size_t>(slice)];
  }

  const Game& game_;
  const TableFile& file_;
  ExactTable<Game> table_;
  Values values_;
};

}  // namespace zermelo
