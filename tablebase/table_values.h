// SPDX-License-Identifier: MIT
// What a table's stored values say of any state, given a way to look up members; and a whole table
// in memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "gen/edge.h"
#include "gen/value.h"
#include "tablebase/dense_set.h"
#include "tablebase/parallel.h"
#include "tablebase/solved_slice.h"
#include "tablebase/table_file.h"

namespace zermelo {

// What is stored of a member: its value with nothing forbidden, and the one move (by slot) that
// makes a difference if it is forbidden, with the value then.
struct StoredValue {
  Value first;
  bool has_second = false;
  std::uint8_t slot = 0;
  Value second = {};
};

// Values of states. Lookup is a callable (slice, index, wants_second) -> StoredValue for members;
// it need not find the second value if it is not wanted.
template <class Game, class Lookup>
class StateValues {
 public:
  using Position = typename Game::Position;
  using Move = std::decay_t<decltype(Game::no_move)>;

  StateValues(const Game& game, Lookup lookup) : game_(game), lookup_(std::move(lookup)) {}

  // The value of a position in any orientation, with one of its moves forbidden (Game::no_move:
  // none) in a way that play can lead to.
  Value reached(int slice, const Position& p, Move forbidden) const {
    if (game_.wins_at_once(slice, p)) return Value::win(1);
    const auto place = game_.locate(slice, p);
    const bool restricted = !(forbidden == Game::no_move);
    const StoredValue stored = lookup_(slice, place.index, restricted);
    if (!restricted || !stored.has_second) return stored.first;
    const bool matters = game_.slot_in(place, forbidden, p.hole) == stored.slot;
    return matters ? stored.second : stored.first;
  }

  // The same for any move without removal, also one that the rules never forbid in play: if its
  // being forbidden is not stored, the values of the other moves tell.
  Value with_forbidden(int slice, const Position& p, Move forbidden) const {
    if (forbidden == Game::no_move || game_.wins_at_once(slice, p) ||
        game_.may_be_forbidden(slice, p, forbidden)) {
      return reached(slice, p, forbidden);
    }
    bool any = false;
    Value best;
    game_.for_each_option(slice, p, [&](const auto& option) {
      if (option.move == forbidden) return;
      const Value value = of_option(option);
      if (!any || value > best) best = value;
      any = true;
    });
    return best;
  }

  // What a move is worth to its maker.
  Value of_option(const typename Game::Option& option) const {
    if (option.kind == EdgeKind::wins) return Value::win(1);
    if (option.kind == EdgeKind::loses) return Value::loss(1);
    return reached(option.slice, option.position, option.reply).before_move();
  }

  const Game& game() const { return game_; }

 private:
  const Game& game_;
  Lookup lookup_;
};

// A whole table in memory, for work that looks at all of it: a few bytes a member.
class LoadedTable {
 public:
  LoadedTable(const TableFile& file, int threads) {
    for (std::size_t i = 0; i < file.slices().size(); ++i) load_slice(file, i, threads);
  }

  // `i` counts the table's slices. The members of slice i; and what is stored of one of them (of
  // an index that is no member, a draw).
  const DenseSet& set(std::size_t i) const { return slices_[i].set; }
  StoredValue operator()(std::size_t i, std::uint64_t index) const {
    const Slice& s = slices_[i];
    if (!s.set.contains(index)) return {};
    const std::uint64_t number = s.set.rank(index);
    StoredValue stored{s.first[number]};
    if (s.slot[number] == 0) return stored;
    stored.has_second = true;
    stored.slot = static_cast<std::uint8_t>(s.slot[number] - 1);
    stored.second = s.second[number];
    return stored;
  }

 private:
  struct Slice {
    DenseSet set;
    ValueArray first, second;
    std::vector<std::uint8_t> slot;  // slot + 1, or 0 if there is no second value
  };

  void load_slice(const TableFile& file, std::size_t i, int threads) {
    const SliceRecord& record = file.slices()[i];
    Slice slice;
    slice.set = DenseSet(member_words(file, i, threads), record.indices);
    const std::uint64_t members = slice.set.size();
    slice.first = ValueArray(record.palette, members);
    slice.second = ValueArray(record.palette, members);
    slice.slot.resize(members);
    parallel_tasks(record.blocks(), threads, [&] {
      return [&, codec = BlockCodec(), block = BlockContents()](std::uint64_t b) mutable {
        file.read_block(codec, i, b, block);
        const std::uint64_t base = slice.set.rank(b * block_indices);
        for (std::size_t k = 0; k < block.first.size(); ++k)
          slice.first.set(base + k, block.first[k]);
        for (const SecondValue& s : block.second) {
          slice.second.set(base + s.member, s.code);
          slice.slot[base + s.member] = static_cast<std::uint8_t>(s.slot + 1);
        }
      };
    });
    slices_.push_back(std::move(slice));
  }

  static std::vector<std::uint64_t> member_words(const TableFile& file, std::size_t i,
                                                 int threads) {
    const SliceRecord& record = file.slices()[i];
    std::vector<std::uint64_t> words(record.blocks() * (block_indices / 64));
    parallel_tasks(record.blocks(), threads, [&] {
      return [&, codec = BlockCodec(), block = BlockContents()](std::uint64_t b) mutable {
        file.read_block(codec, i, b, block);
        std::copy(block.members.begin(), block.members.end(),
                  words.begin() + static_cast<std::ptrdiff_t>(b * block.members.size()));
      };
    });
    words.resize((record.indices + 63) / 64);
    return words;
  }

  std::vector<Slice> slices_;
};

}  // namespace zermelo
