// SPDX-License-Identifier: MIT
// A table in memory, for work that looks at much of it.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "gen/parallel.h"
#include "kinds/dense/block_members.h"
#include "kinds/dense/table_values.h"
#include "tablebase/format/table_file.h"
#include "tablebase/job/memory_limit.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// What is stored for the members of a slice, so that one access to memory nearly always suffices:
// the values of 54 neighbouring indices (27 if a value takes two bytes), and which of them have a
// second one, are in one cache line. It takes 1.19 (or 2.38) bytes per index.
class LoadedSlice {
 public:
  LoadedSlice(const SliceRecord& record, const std::vector<Value>& palette)
      : palette_(palette),
        wide_(palette.size() > 256),
        lines_(record.blocks() * lines_of_block()),
        seconds_(record.blocks()) {}

  // The bytes without second values, which are few.
  static std::uint64_t bytes_needed(const SliceRecord& record, std::size_t palette) {
    const std::uint64_t values_of_line = palette > 256 ? values / 2 : values;
    return record.blocks() * ((block_indices + values_of_line - 1) / values_of_line) * sizeof(Line);
  }

  // Whether the index's block has been put in. If so, everything that was put in is visible.
  bool is_loaded(std::uint64_t index) const {
    return std::atomic_ref(line(index).marker).load(std::memory_order_acquire) != 0;
  }
  // What is stored for a member whose block has been put in.
  StoredValue get(std::uint64_t index, bool wants_second) const {
    const Line& l = line(index);
    const unsigned place = place_of(index);
    StoredValue stored{
        palette_[wide_ ? l.codes[2 * place] | l.codes[2 * place + 1] << 8 : l.codes[place]]};
    if (!wants_second || (l.with_second >> place & 1) == 0) return stored;
    const std::uint64_t below = l.with_second & ((std::uint64_t{1} << place) - 1);
    const auto number = l.marker - 1u + static_cast<unsigned>(std::popcount(below));
    const std::uint8_t* second = &seconds_[index / block_indices][number * second_bytes()];
    stored.has_second = true;
    stored.slot = second[0];
    stored.second = palette_[wide_ ? second[1] | second[2] << 8 : second[1]];
    return stored;
  }
  void prefetch(std::uint64_t index) const { __builtin_prefetch(&line(index)); }

  // Puts in block number `b`: for_each_member(take) calls take(index, member) for its members in
  // order. Each block is put in by one thread.
  template <class ForEachMember>
  void put(std::uint64_t b, const BlockContents& contents, ForEachMember&& for_each_member) {
    seconds_[b] = std::make_unique<std::uint8_t[]>(contents.second.size() * second_bytes());
    std::uint8_t* out = seconds_[b].get();
    auto second = contents.second.begin();
    for_each_member([&](std::uint64_t index, std::uint32_t member) {
      Line& l = line(index);
      const unsigned place = place_of(index);
      const PaletteCode code = contents.first[member];
      if (wide_) {
        l.codes[2 * place] = static_cast<std::uint8_t>(code);
        l.codes[2 * place + 1] = static_cast<std::uint8_t>(code >> 8);
      } else {
        l.codes[place] = static_cast<std::uint8_t>(code);
      }
      if (second == contents.second.end() || second->member != member) return;
      l.with_second |= std::uint64_t{1} << place;
      *out++ = second->slot;
      *out++ = static_cast<std::uint8_t>(second->code);
      if (wide_) *out++ = static_cast<std::uint8_t>(second->code >> 8);
      ++second;
    });
    unsigned number = 0;  // of second values before the line
    for (std::uint64_t i = 0; i < lines_of_block(); ++i) {
      Line& l = lines_[b * lines_of_block() + i];
      const auto marker = static_cast<std::uint16_t>(number + 1);
      number += static_cast<unsigned>(std::popcount(l.with_second));
      std::atomic_ref(l.marker).store(marker, std::memory_order_release);
    }
  }

 private:
  static constexpr unsigned values = 54;
  struct alignas(64) Line {
    std::array<std::uint8_t, values> codes;
    // 0 until the block is put in, then 1 more than the number of second values in the block's
    // lines before this one.
    std::uint16_t marker;
    std::uint64_t with_second;  // one bit per value
  };
  static_assert(sizeof(Line) == 64);
  static_assert(values <= 64 && block_indices < 1u << 16);

  std::uint64_t lines_of_block() const {
    return wide_ ? (block_indices + values / 2 - 1) / (values / 2)
                 : (block_indices + values - 1) / values;
  }
  std::size_t second_bytes() const { return wide_ ? 3 : 2; }  // a slot and a code
  std::uint64_t line_number(std::uint64_t index) const {
    const auto in_block = static_cast<unsigned>(index % block_indices);
    return index / block_indices * lines_of_block() +
           (wide_ ? in_block / (values / 2) : in_block / values);
  }
  unsigned place_of(std::uint64_t index) const {
    const auto in_block = static_cast<unsigned>(index % block_indices);
    return wide_ ? in_block % (values / 2) : in_block % values;
  }
  Line& line(std::uint64_t index) { return lines_[line_number(index)]; }
  // (An atomic_ref cannot refer to something const, though loading changes nothing.)
  Line& line(std::uint64_t index) const { return const_cast<Line&>(lines_[line_number(index)]); }

  std::vector<Value> palette_;
  bool wide_;
  HugeArray<Line> lines_;
  std::vector<std::unique_ptr<std::uint8_t[]>> seconds_;  // by block: slot and code of each
};

// The blocks of a table as they are in the file (kinds/dense/exact_blocks.h: with their exact
// values). Thread-safe.
class StoredBlocks {
 public:
  // The file must outlive this object.
  template <class Game>
  StoredBlocks(const Game&, const TableFile& file) : file_(file) {}

  const std::vector<Value>& palette(std::size_t slice) const {
    return file_.slices()[slice].palette;
  }
  void read(BlockCodec& codec, std::size_t slice, std::uint64_t block,
            BlockContents& contents) const {
    file_.read_block(codec, slice, block, contents);
  }
  static std::uint64_t bytes_needed() { return 0; }
  bool leaves_out_loss_plies() const { return file_.header().leaves_out_loss_plies(); }

 private:
  const TableFile& file_;
};

// Blocks are read and checked when they are first needed, or all at once. All members except
// load_all are thread-safe; all throw DamagedTable, also if the table's members are not those of
// the rules.
template <class Game, class Blocks>
class LoadedTable {
 public:
  // Both must outlive this object.
  LoadedTable(const Game& game, const TableFile& file)
      : game_(game), file_(file), blocks_(game, file) {
    for (std::size_t i = 0; i < file.slices().size(); ++i)
      slices_.emplace_back(file.slices()[i], blocks_.palette(i));
  }

  // About what the whole table takes, without second values.
  std::uint64_t bytes_needed() const {
    std::uint64_t bytes = blocks_.bytes_needed();
    for (std::size_t i = 0; i < slices_.size(); ++i)
      bytes += LoadedSlice::bytes_needed(file_.slices()[i], blocks_.palette(i).size());
    return bytes;
  }

  // To be called before the whole table is read: throws OutOfMemory if the machine does not have
  // enough memory free.
  void expect_all() const {
    MemoryLimit().require(
        {.bytes = fixed_memory + bytes_needed(), .who = "Reading this table needs"});
  }

  // Likewise. Calls look() for each block, on any of the threads; what it throws ends the loading.
  template <class Look>
  void load_all(int threads, const Look& look) {
    expect_all();
    for (int slice = 0; slice < game_.slice_count(); ++slice) {
      parallel_tasks(at(slice).states.size(), threads, [&] {
        return [this, slice, &look](std::uint64_t b) {
          look();
          require(slice, b);
        };
      });
    }
  }

  // What is stored for a member of a slice.
  StoredValue operator()(int slice, std::uint64_t index, bool wants_second) const {
    const Slice& s = at(slice);
    if (!s.members_of.is_loaded(index)) [[unlikely]]
      require(slice, index / block_indices);
    return s.members_of.get(index, wants_second);
  }

  bool leaves_out_loss_plies() const { return blocks_.leaves_out_loss_plies(); }
  const TableFile& file() const { return file_; }

  // Prefetches from memory what looking up the member needs first.
  void prefetch(int slice, std::uint64_t index) const { at(slice).members_of.prefetch(index); }

  // After load_all: the number of canonical positions of a slice, and that of members.
  std::uint64_t positions(int slice) const { return at(slice).positions; }
  std::uint64_t members(int slice) const { return at(slice).members; }

 private:
  enum State : std::uint8_t { absent, loading, loaded };
  struct Slice {
    LoadedSlice members_of;
    std::vector<std::atomic<State>> states;  // of the blocks
    std::atomic<std::uint64_t> positions = 0, members = 0;

    Slice(const SliceRecord& record, const std::vector<Value>& palette)
        : members_of(record, palette), states(record.blocks()) {}
  };

  const Slice& at(int slice) const { return slices_[static_cast<std::size_t>(slice)]; }

  // Makes sure that the block is loaded: by this thread, or by another one, for which it waits.
  void require(int slice, std::uint64_t b) const {
    Slice& s = slices_[static_cast<std::size_t>(slice)];
    std::atomic<State>& state = s.states[b];
    while (state.load(std::memory_order_acquire) != loaded) {
      State found = absent;
      if (!state.compare_exchange_weak(found, loading)) continue;
      try {
        load(s, slice, b);
      } catch (...) {
        state = absent;
        throw;
      }
      state.store(loaded, std::memory_order_release);
    }
  }

  void load(Slice& s, int slice, std::uint64_t b) const {
    thread_local BlockCodec codec;
    thread_local BlockContents contents;
    blocks_.read(codec, static_cast<std::size_t>(slice), b, contents);
    std::uint64_t canonical = 0;
    s.members_of.put(b, contents, [&](auto&& take) {
      BlockMembers(game_, file_, slice).for_each(b, contents, take, &canonical);
    });
    s.positions += canonical;
    s.members += contents.first.size();
  }

  const Game& game_;
  const TableFile& file_;
  Blocks blocks_;
  mutable std::deque<Slice> slices_;  // loaded as they are looked at
};

// How StateValues looks a member up in such a table, which must outlive it.
template <class Table>
struct LoadedLookup {
  const Table* table;

  StoredValue operator()(int slice, std::uint64_t index, bool wants_second) const {
    return (*table)(slice, index, wants_second);
  }
  void prefetch(int slice, std::uint64_t index) const { table->prefetch(slice, index); }
  bool leaves_out_loss_plies() const { return table->leaves_out_loss_plies(); }
  [[noreturn]] void damaged(const char* what) const { table->file().damaged(what); }
};

}  // namespace zermelo
