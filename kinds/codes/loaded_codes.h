// SPDX-License-Identifier: MIT
// All members of a table that lists codes, in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "gen/parallel.h"
#include "gen/value.h"
#include "kinds/codes/code_table.h"
#include "tablebase/format/code_run.h"
#include "tablebase/format/table_file.h"
#include "tablebase/sets/code_set.h"

namespace zermelo {

// What the members of a slice are to be looked up by, by number: a byte each if there are at most
// 256 kinds, and two otherwise.
class MemberKinds {
 public:
  MemberKinds(std::uint64_t members, std::size_t kinds) : is_wide_(width(kinds) > 1) {
    bytes_.reserve(members * width(kinds));
  }
  // The bytes of each.
  static std::uint64_t width(std::size_t kinds) { return kinds > 256 ? 2 : 1; }

  void append(const std::vector<PaletteCode>& kinds) {
    for (const PaletteCode kind : kinds) {
      bytes_.push_back(static_cast<std::uint8_t>(kind));
      if (is_wide_) bytes_.push_back(static_cast<std::uint8_t>(kind >> 8));
    }
  }
  std::uint64_t size() const { return bytes_.size() / (is_wide_ ? 2 : 1); }
  PaletteCode operator[](std::uint64_t number) const {
    if (!is_wide_) return bytes_[number];
    return static_cast<PaletteCode>(bytes_[2 * number] | bytes_[2 * number + 1] << 8);
  }

 private:
  static_assert(sizeof(PaletteCode) == 2);

  bool is_wide_;
  std::vector<std::uint8_t> bytes_;
};

// All members with their values. Immutable and thread-safe once constructed.
class LoadedCodes {
 public:
  // Called every so often while a table is loaded, on the thread that loads it. What it throws ends
  // that.
  using Look = std::function<void()>;

  // Reads the whole file; `codes` is as for CodeProbe. Throws DamagedTable, also if members are not
  // in order or miscounted, and what `look` throws.
  LoadedCodes(const TableFile& file, int threads, const Look& look, std::uint64_t codes)
      : file_(file) {
    const CodeProbe probe(file, codes);
    for (std::size_t slice = 0; slice < file.slices().size(); ++slice)
      slices_.push_back(loaded(probe, slice, threads, look));
  }

  // About what that takes. Throws DamagedTable.
  static std::uint64_t bytes_needed(const TableFile& file) {
    std::uint64_t bytes = 0;
    for (std::size_t slice = 0; slice < file.slices().size(); ++slice) {
      const SliceRecord& record = file.slices()[slice];
      const std::uint64_t blocks = blocks_with_members(record);
      if (record.members == 0 || blocks == 0) continue;
      bytes += record.members * MemberKinds::width(record.codes()) +
               CodeSet::bytes_needed(record.members, file.first_code(slice, 1),
                                     file.first_code(slice, blocks));
    }
    return bytes;
  }

  // Finding a member takes less time than making the moves of a position.
  static constexpr bool is_quick = true;

  const TableFile& file() const { return file_; }
  const CodeSet& members(std::size_t slice) const { return slices_[slice].members; }
  Value value(std::size_t slice, std::uint64_t number) const {
    return file_.slices()[slice].palette[kind(slice, number)];
  }
  // What the slice's palette, or its list of arrivals, is to be asked for.
  PaletteCode kind(std::size_t slice, std::uint64_t number) const {
    return slices_[slice].kinds[number];
  }
  std::optional<Value> find(std::size_t slice, std::uint64_t code) const {
    const std::optional<std::uint64_t> number = slices_[slice].members.find(code);
    return number ? std::optional(value(slice, *number)) : std::nullopt;
  }

 private:
  struct Slice {
    CodeSet members;
    MemberKinds kinds;
  };
  // What the first and the last block say of a slice.
  struct Range {
    std::uint64_t first = 0, last = 0;
  };

  Slice loaded(const CodeProbe& probe, std::size_t slice, int threads, const Look& look) const {
    const SliceRecord& record = file_.slices()[slice];
    const Range range = range_of(probe, slice);
    CodeSet::Builder members(record.members, range.first, range.last);
    MemberKinds kinds(record.members, record.codes());
    std::optional<std::uint64_t> last;
    parallel_in_order(
        blocks_with_members(record), thread_count(threads),
        [&] {
          return [&, slice](std::uint64_t b) {
            CodeMembers block;
            probe.read_block(slice, b + 1, block);
            return block;
          };
        },
        [&](const CodeMembers& block) {
          look();
          if (block.codes.empty()) return;
          if (block.codes.size() > record.members - kinds.size()) miscounted();
          const bool follows = !last || *last < block.codes.front();
          if (!follows || block.codes.front() < range.first || block.codes.back() > range.last)
            file_.damaged("its blocks are out of order");
          for (const std::uint64_t code : block.codes) members.add(code);
          kinds.append(block.values);
          last = block.codes.back();
        });
    if (kinds.size() != record.members) miscounted();
    return {CodeSet(std::move(members)), std::move(kinds)};
  }
  // (The first block is the model.)
  static std::uint64_t blocks_with_members(const SliceRecord& record) {
    return record.blocks() > 0 ? record.blocks() - 1 : 0;
  }
  // Throws DamagedTable if the slice cannot have as many members as it says, for which memory will
  // be taken.
  Range range_of(const CodeProbe& probe, std::size_t slice) const {
    const SliceRecord& record = file_.slices()[slice];
    const std::uint64_t blocks = blocks_with_members(record);
    if (record.members == 0) return {};
    CodeMembers block;
    if (blocks == 0) miscounted();
    probe.read_block(slice, 1, block);
    if (block.codes.empty()) miscounted();
    Range range{.first = block.codes.front()};
    probe.read_block(slice, blocks, block);
    if (block.codes.empty()) miscounted();
    range.last = block.codes.back();
    if (range.last < range.first) file_.damaged("its blocks are out of order");
    // (A run takes a byte at least.)
    if (record.members - 1 > range.last - range.first ||
        record.members / code_run_members > file_.bytes())
      miscounted();
    return range;
  }
  [[noreturn]] void miscounted() const { file_.damaged("a slice miscounts its members"); }

  const TableFile& file_;
  std::vector<Slice> slices_;
};

}  // namespace zermelo
