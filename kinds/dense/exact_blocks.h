// SPDX-License-Identifier: MIT
// The blocks of a table with their exact values, also of a shrunk one, which leaves out by how many
// plies positions are lost: for work that looks at much of a table.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gen/move_kind.h"
#include "gen/value.h"
#include "kinds/dense/block_members.h"
#include "kinds/dense/loaded_table.h"
#include "kinds/dense/table_values.h"
#include "tablebase/format/block_codec.h"
#include "tablebase/format/shrunk_block.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// Tells LoadedTable what it loads. Thread-safe. What is left out is computed from the blocks that
// moves lead to, which are kept in memory as they are stored.
template <class Game>
class ExactBlocks {
  using Stored = LoadedTable<Game, StoredBlocks>;
  using Lookup = LoadedLookup<Stored>;
  using Values = StateValues<Game, Lookup>;
  using Position = typename Game::Position;
  using Move = typename Values::Move;

 public:
  // Both must outlive this object.
  ExactBlocks(const Game& game, const TableFile& file) : game_(game), file_(file) {
    for (const SliceRecord& record : file.slices()) palettes_.push_back(record.palette);
    if (!file.header().leaves_out_loss_plies()) return;
    add_losses();
    stored_ = std::make_unique<Stored>(game, file);
    values_.emplace(game, Lookup{stored_.get()});
  }

  const std::vector<Value>& palette(std::size_t slice) const { return palettes_[slice]; }
  // Throws DamagedTable.
  void read(BlockCodec& codec, std::size_t slice, std::uint64_t block,
            BlockContents& contents) const {
    file_.read_block(codec, slice, block, contents);
    if (stored_) complete(slice, block, contents);
  }
  static constexpr bool leaves_out_loss_plies() { return false; }
  // How much memory stored values may take beside what is loaded.
  std::uint64_t bytes_needed() const { return stored_ ? stored_->bytes_needed() : 0; }

 private:
  // A position is lost in one more ply than the position after its longest line is won in: in 1 if
  // all moves lose, in 2 if the opponent wins at once.
  void add_losses() {
    std::vector<Value> losses{Value::loss(1), Value::loss(2)};
    for (const std::vector<Value>& palette : palettes_) {
      for (const Value value : palette) {
        if (value.is_win()) losses.push_back(value.before_move());
      }
    }
    for (std::vector<Value>& palette : palettes_) {
      palette.insert(palette.end(), losses.begin(), losses.end());
      std::ranges::sort(palette, {}, &Value::raw);
      palette.erase(std::unique(palette.begin(), palette.end()), palette.end());
    }
  }

  PaletteCode code_of(std::size_t slice, Value value) const {
    const std::vector<Value>& palette = palettes_[slice];
    const auto found = std::ranges::lower_bound(palette, value.raw(), {}, &Value::raw);
    assert(found != palette.end() && *found == value);
    return static_cast<PaletteCode>(found - palette.begin());
  }

  void complete(std::size_t slice, std::uint64_t block, BlockContents& contents) const {
    const std::vector<Value>& stored = file_.slices()[slice].palette;
    std::vector<SecondValue> second;
    auto stored_second = contents.second.begin();
    const auto number = static_cast<int>(slice);
    BlockMembers<Game> members(game_, file_, number);
    members.for_each_canonical(
        block, contents, [&](std::uint64_t, const auto& cursor, std::uint32_t member) {
          if (member == BlockMembers<Game>::no_member) return;
          const Position& p = cursor.position();
          Value first = stored[contents.first[member]];
          std::optional<SecondValue> other;
          if (stored_second != contents.second.end() && stored_second->member == member) {
            other = *stored_second++;
            const Value value = stored[other->code];
            other->code =
                code_of(slice, value.is_loss() ? lost_without(number, p, other->slot) : value);
          }
          if (first.is_loss()) {
            const Lost lost = lost_in(number, p, cursor.stabiliser());
            first = lost.best;
            if (!other && lost.other)
              other = SecondValue{static_cast<std::uint16_t>(member), lost.slot,
                                  code_of(slice, *lost.other)};
          }
          contents.first[member] = code_of(slice, first);
          if (other) second.push_back(*other);
        });
    contents.second = std::move(second);
  }

  Value lost_without(int slice, const Position& p, std::uint8_t slot) const {
    return values_->loss_by_moves(slice, p, Game::move_of_slot(p, slot));
  }

  // Of a lost position: its value, and the one without the best move, by slot, if that is another
  // one and play can forbid the move.
  struct Lost {
    Value best;
    std::optional<Value> other = {};
    std::uint8_t slot = 0;
  };
  Lost lost_in(int slice, const Position& p, std::uint8_t stabiliser) const {
    // The best move, and the value of the best of the others.
    std::optional<Value> best, other;
    Move best_move = Game::no_move;
    bool is_inner = false;
    game_.for_each_move(slice, p, [&](const auto& made) {
      const Value value = values_->stored_for(p, made);
      if (best && !(value > *best)) {
        if (!other || value > *other) other = value;
        return;
      }
      other = std::exchange(best, value);
      best_move = made.move;
      is_inner = made.kind == MoveKind::inner;
    });
    if (!best || !best->is_loss()) file_.damaged(Values::not_lost);
    const bool matters = other && *other != *best && is_inner &&
                         !game_.has_twin(best_move, stabiliser) &&
                         game_.may_be_forbidden(slice, p, best_move);
    if (!matters) return {*best};
    return {*best, other, game_.slot_in(game_.locate(slice, p), best_move, p.hole)};
  }

  const Game& game_;
  const TableFile& file_;
  std::vector<std::vector<Value>> palettes_;
  std::unique_ptr<Stored> stored_;  // only of a shrunk table
  std::optional<Values> values_;
};

// A table with its exact values in memory.
template <class Game>
using ExactTable = LoadedTable<Game, ExactBlocks<Game>>;

}  // namespace zermelo
