// SPDX-License-Identifier: MIT
// What a table's stored values say of any state, given a way to look up members; and a table in
// memory.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <deque>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/edge.h"
#include "gen/value.h"
#include "tablebase/block_members.h"
#include "tablebase/huge_array.h"
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
  using Place = std::decay_t<decltype(std::declval<Game>().locate(0, std::declval<Position>()))>;

  // What has to be looked up to know a state's value; nothing if the rules tell it.
  struct Question {
    bool known = false;
    Value value = {};  // if known
    int slice = 0;
    std::uint64_t index = 0;
    unsigned slot = Game::no_slot_number;  // of the forbidden move, or none
  };

  StateValues(const Game& game, Lookup lookup) : game_(game), lookup_(std::move(lookup)) {}

  // About a position in any orientation, with one of its moves forbidden (Game::no_move: none) in a
  // way that play can lead to.
  Question question(int slice, const Position& p, Move forbidden) const {
    if (game_.wins_at_once(slice, p)) return {true, Value::win(1)};
    const auto place = game_.locate(slice, p);
    const bool restricted = !(forbidden == Game::no_move);
    return {false,
            {},
            slice,
            place.index,
            restricted ? game_.slot_in(place, forbidden, p.hole) : Game::no_slot_number};
  }

  Value answer(const Question& q) const {
    if (q.known) return q.value;
    const bool restricted = q.slot != Game::no_slot_number;
    const StoredValue stored = lookup_(q.slice, q.index, restricted);
    return restricted && stored.has_second && stored.slot == q.slot ? stored.second : stored.first;
  }

  // The same about a move: what it is worth to its maker. Finding the reply that it forbids may
  // take longer than looking up what it leads to, and matters only if a second value is stored
  // there: so that comes last.
  struct MoveQuestion {
    typename Game::Option move;
    Position before = {};
    bool known = false;
    Value value = {};  // if known
    Place place = {};  // of the position come to, if not
  };
  MoveQuestion question(const Position& before, const typename Game::Option& move) const {
    if (move.kind == EdgeKind::wins) return {move, before, true, Value::win(1)};
    if (move.kind == EdgeKind::loses) return {move, before, true, Value::loss(1)};
    if (game_.wins_at_once(move.slice, move.position)) {
      return {move, before, true, Value::win(1).before_move()};
    }
    return {move, before, false, {}, game_.locate(move.slice, move.position)};
  }
  // Brings the answer on its way from memory, if the lookup can.
  void prefetch(const MoveQuestion& q) const {
    if (!q.known) lookup_.prefetch(q.move.slice, q.place.index, game_.may_forbid(q.move));
  }
  Value answer(const MoveQuestion& q) const {
    if (q.known) return q.value;
    const StoredValue stored = lookup_(q.move.slice, q.place.index, game_.may_forbid(q.move));
    const bool second =
        stored.has_second && game_.forbids_slot(q.move, q.before, q.place, stored.slot);
    return (second ? stored.second : stored.first).before_move();
  }
  Value of_option(const Position& before, const typename Game::Option& move) const {
    return answer(question(before, move));
  }

  // The value of a state with any move without removal forbidden, also one that the rules never
  // forbid in play: if its being forbidden is not stored, the values of the other moves tell.
  Value with_forbidden(int slice, const Position& p, Move forbidden) const {
    if (forbidden == Game::no_move || game_.wins_at_once(slice, p) ||
        game_.may_be_forbidden(slice, p, forbidden)) {
      return answer(question(slice, p, forbidden));
    }
    bool any = false;
    Value best;
    game_.for_each_option(slice, p, [&](const auto& option) {
      if (option.move == forbidden) return;
      const Value value = of_option(p, option);
      if (!any || value > best) best = value;
      any = true;
    });
    return best;
  }

 private:
  const Game& game_;
  Lookup lookup_;
};

// A table in memory, for work that looks at much of it: a byte or two an index, and two or three a
// second value. Blocks are read and checked when they are first asked for, or all at once. All
// members are thread-safe but load_all; all throw DamagedTable, also if the table's members are not
// those of the rules.
template <class Game>
class LoadedTable {
 public:
  // Both must outlive this object.
  LoadedTable(const Game& game, const TableFile& file) : game_(game), file_(file) {
    for (const SliceRecord& record : file.slices()) slices_.emplace_back(record);
  }

  void load_all(int threads) {
    for (int slice = 0; slice < game_.slice_count(); ++slice) {
      parallel_tasks(at(slice).blocks.size(), threads,
                     [&] { return [this, slice](std::uint64_t b) { require(slice, b); }; });
    }
  }

  // What is stored of a member of a slice.
  StoredValue operator()(int slice, std::uint64_t index, bool wants_second) const {
    const Block& block = require(slice, index / block_indices);
    const Slice& s = at(slice);
    StoredValue stored{s.first[index]};
    if (!wants_second || !s.has_second(index)) return stored;
    const std::uint8_t* second = &block.second[s.second_number(index) * s.second_bytes];
    stored.has_second = true;
    stored.slot = second[0];
    stored.second = s.palette[s.second_bytes == 2 ? second[1] : second[1] | second[2] << 8];
    return stored;
  }

  // Brings what a look at the member needs first from memory.
  void prefetch(int slice, std::uint64_t index, bool wants_second) const {
    at(slice).first.prefetch(index);
    if (wants_second) __builtin_prefetch(&at(slice).with_second[index / 64]);
  }

  // After load_all: the number of canonical positions of a slice, and of members.
  std::uint64_t positions(int slice) const { return at(slice).positions; }
  std::uint64_t members(int slice) const { return at(slice).members; }

 private:
  enum State : std::uint8_t { absent, loading, loaded };
  struct Block {
    std::atomic<State> state = absent;
    std::unique_ptr<std::uint8_t[]> second;  // slot and code of each second value, in order
  };
  struct Slice {
    const std::vector<Value>& palette;
    ValueArray first;                      // by index
    HugeArray<std::uint64_t> with_second;  // a bit an index
    std::size_t second_bytes;              // of a slot and a code
    std::vector<Block> blocks;
    std::atomic<std::uint64_t> positions = 0, members = 0;

    explicit Slice(const SliceRecord& record)
        : palette(record.palette),
          first(record.palette, record.indices),
          with_second((record.indices + 63) / 64),
          second_bytes(record.palette.size() > 256 ? 3 : 2),
          blocks(record.blocks()) {}

    bool has_second(std::uint64_t index) const {
      return (with_second[index / 64] >> index % 64 & 1) != 0;
    }
    // How many members before it in its block have a second value.
    std::uint64_t second_number(std::uint64_t index) const {
      std::uint64_t number = 0;
      for (std::uint64_t w = index / block_indices * (block_indices / 64); w < index / 64; ++w)
        number += static_cast<std::uint64_t>(std::popcount(with_second[w]));
      const std::uint64_t below = (std::uint64_t{1} << index % 64) - 1;
      return number + static_cast<std::uint64_t>(std::popcount(with_second[index / 64] & below));
    }
  };

  const Slice& at(int slice) const { return slices_[static_cast<std::size_t>(slice)]; }

  // The block, loaded: by this thread, or by another one that is waited for.
  const Block& require(int slice, std::uint64_t b) const {
    Slice& s = slices_[static_cast<std::size_t>(slice)];
    Block& block = s.blocks[b];
    while (block.state.load(std::memory_order_acquire) != loaded) [[unlikely]] {
        State found = absent;
        if (!block.state.compare_exchange_weak(found, loading)) continue;
        try {
          load(s, slice, b, block);
        } catch (...) {
          block.state = absent;
          throw;
        }
        block.state.store(loaded, std::memory_order_release);
      }
    return block;
  }

  void load(Slice& s, int slice, std::uint64_t b, Block& block) const {
    thread_local BlockCodec codec;
    thread_local BlockContents contents;
    file_.read_block(codec, static_cast<std::size_t>(slice), b, contents);
    block.second = std::make_unique<std::uint8_t[]>(contents.second.size() * s.second_bytes);
    std::uint8_t* out = block.second.get();
    auto second = contents.second.begin();
    std::uint64_t canonical = 0;
    const auto take = [&](std::uint64_t index, std::uint32_t member) {
      s.first.set(index, contents.first[member]);
      if (second == contents.second.end() || second->member != member) return;
      s.with_second[index / 64] |= std::uint64_t{1} << index % 64;
      *out++ = second->slot;
      *out++ = static_cast<std::uint8_t>(second->code);
      if (s.second_bytes == 3) *out++ = static_cast<std::uint8_t>(second->code >> 8);
      ++second;
    };
    BlockMembers(game_, file_, slice).for_each(b, contents, take, &canonical);
    s.positions += canonical;
    s.members += contents.first.size();
  }

  const Game& game_;
  const TableFile& file_;
  mutable std::deque<Slice> slices_;  // loaded as they are looked at
};

}  // namespace zermelo
