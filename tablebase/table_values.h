// SPDX-License-Identifier: MIT
// What a table's stored values say of any state, given a way to look up members; and a whole table
// in memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "gen/edge.h"
#include "gen/value.h"
#include "tablebase/block_members.h"
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

  // Brings the answer on its way from memory, if the lookup can.
  void prefetch(const Question& q) const {
    if (!q.known) lookup_.prefetch(q.slice, q.index, q.slot != Game::no_slot_number);
  }
  Value answer(const Question& q) const {
    if (q.known) return q.value;
    const bool restricted = q.slot != Game::no_slot_number;
    const StoredValue stored = lookup_(q.slice, q.index, restricted);
    return restricted && stored.has_second && stored.slot == q.slot ? stored.second : stored.first;
  }

  // The same about the state that a move leads to, if the game goes on there.
  struct MoveQuestion {
    EdgeKind kind;
    Question next = {true};
  };
  MoveQuestion question(const typename Game::Option& option) const {
    const bool ends = option.kind == EdgeKind::wins || option.kind == EdgeKind::loses;
    if (ends) return {.kind = option.kind};
    return {option.kind, question(option.slice, option.position, option.reply)};
  }
  // What the move is worth to its maker.
  Value answer(const MoveQuestion& q) const {
    if (q.kind == EdgeKind::wins) return Value::win(1);
    if (q.kind == EdgeKind::loses) return Value::loss(1);
    return answer(q.next).before_move();
  }
  Value of_option(const typename Game::Option& option) const { return answer(question(option)); }

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
      const Value value = of_option(option);
      if (!any || value > best) best = value;
      any = true;
    });
    return best;
  }

 private:
  const Game& game_;
  Lookup lookup_;
};

// A whole table in memory, for work that looks at all of it: a byte or two an index, and as many a
// second value.
template <class Game>
class LoadedTable {
 public:
  // Throws DamagedTable, also if the table's members are not those of the rules.
  LoadedTable(const Game& game, const TableFile& file, int threads) {
    for (int slice = 0; slice < game.slice_count(); ++slice) load_slice(game, file, slice, threads);
  }

  // What is stored of a member of a slice. Thread-safe.
  StoredValue operator()(int slice, std::uint64_t index, bool wants_second) const {
    const Slice& s = slices_[static_cast<std::size_t>(slice)];
    StoredValue stored{s.first[index]};
    if (!wants_second || !s.has_second.contains(index)) return stored;
    const std::uint64_t number = s.has_second.rank(index);
    stored.has_second = true;
    stored.slot = s.slot[number];
    stored.second = s.second[number];
    return stored;
  }

  // Brings what a look at the member needs first from memory.
  void prefetch(int slice, std::uint64_t index, bool wants_second) const {
    const Slice& s = slices_[static_cast<std::size_t>(slice)];
    s.first.prefetch(index);
    if (wants_second) s.has_second.prefetch(index);
  }

  // The number of canonical positions of slice i.
  std::uint64_t positions(std::size_t i) const { return slices_[i].positions; }
  std::uint64_t members(std::size_t i) const { return slices_[i].members; }

 private:
  struct Slice {
    ValueArray first;     // by index
    DenseSet has_second;  // by index
    ValueArray second;    // by number in has_second
    std::vector<std::uint8_t> slot;
    std::uint64_t positions = 0, members = 0;
  };

  void load_slice(const Game& game, const TableFile& file, int slice, int threads) {
    const auto i = static_cast<std::size_t>(slice);
    const SliceRecord& record = file.slices()[i];
    Slice s;
    s.first = ValueArray(record.palette, record.indices);
    std::vector<std::uint64_t> with_second((record.indices + 63) / 64);
    std::atomic<std::uint64_t> positions{0}, members{0};
    parallel_tasks(record.blocks(), threads, [&] {
      return [&, codec = BlockCodec(), block = BlockContents(),
              walk = BlockMembers(game, file, slice)](std::uint64_t b) mutable {
        file.read_block(codec, i, b, block);
        std::uint64_t canonical = 0;
        auto second = block.second.begin();
        const auto take = [&](std::uint64_t index, std::uint32_t member) {
          s.first.set(index, block.first[member]);
          if (second == block.second.end() || second->member != member) return;
          with_second[index / 64] |= std::uint64_t{1} << index % 64;
          ++second;
        };
        walk.for_each(b, block, take, &canonical);
        positions += canonical;
        members += block.first.size();
      };
    });
    s.positions = positions;
    s.members = members;
    s.has_second = DenseSet(with_second, record.indices);
    load_second(file, i, threads, s);
    slices_.push_back(std::move(s));
  }

  void load_second(const TableFile& file, std::size_t i, int threads, Slice& s) {
    const SliceRecord& record = file.slices()[i];
    s.second = ValueArray(record.palette, s.has_second.size());
    s.slot.resize(s.has_second.size());
    parallel_tasks(record.blocks(), threads, [&] {
      return [&, codec = BlockCodec(), block = BlockContents()](std::uint64_t b) mutable {
        file.read_block(codec, i, b, block);
        std::uint64_t number = s.has_second.rank(b * block_indices);
        for (const SecondValue& second : block.second) {
          s.second.set(number, second.code);
          s.slot[number++] = second.slot;
        }
      };
    });
  }

  std::vector<Slice> slices_;
};

}  // namespace zermelo
