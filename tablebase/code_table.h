// SPDX-License-Identifier: MIT
// Looking up values in tables that list their members by code: on disk, a few blocks kept, and as a
// whole in memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "gen/value.h"
#include "tablebase/parallel.h"
#include "tablebase/sparse_set.h"
#include "tablebase/table_file.h"

namespace zermelo {

// Looks members up in the file. Thread-safe.
class CodeProbe {
 public:
  explicit CodeProbe(std::shared_ptr<const TableFile> file) : file_(std::move(file)) {}

  // The value of a member of a slice; nothing if the code is none. Throws DamagedTable.
  std::optional<Value> find(std::size_t slice, std::uint64_t code) const {
    const std::optional<std::uint64_t> block = file_->block_of(slice, code);
    if (!block) return std::nullopt;
    const std::optional<PaletteCode> value = get(slice, *block)->find(code);
    return value ? std::optional(file_->slices()[slice].palette[*value]) : std::nullopt;
  }
  const TableFile& file() const { return *file_; }

 private:
  // A block that somebody still reads lives on after it has left the cache.
  std::shared_ptr<const CodeBlock> get(std::size_t slice, std::uint64_t block) const {
    const std::uint64_t identity = block_identity(slice, block);
    Entry& entry = entries_[(identity * 0x9e3779b97f4a7c15u >> 32) % entries_.size()];
    {
      const std::lock_guard lock(entry.mutex);
      if (entry.block && entry.identity == identity) return entry.block;
    }
    thread_local CodeBlockCodec codec;
    auto contents = std::make_shared<CodeBlock>();
    file_->read_block(codec, slice, block, *contents);
    const std::lock_guard lock(entry.mutex);
    entry.identity = identity;
    entry.block = contents;
    return contents;
  }

  struct Entry {
    std::mutex mutex;
    std::uint64_t identity = 0;
    std::shared_ptr<const CodeBlock> block;
  };
  std::shared_ptr<const TableFile> file_;
  mutable std::array<Entry, 64> entries_;
};

// All members with their values. Immutable and thread-safe once it is made.
class LoadedCodes {
 public:
  // Reads the whole file. Throws DamagedTable, also if members are not in order or miscounted.
  LoadedCodes(const TableFile& file, int threads) : file_(file) {
    for (std::size_t slice = 0; slice < file.slices().size(); ++slice) load(slice, threads);
  }

  const SparseSet& members(std::size_t slice) const { return slices_[slice].members; }
  Value value(std::size_t slice, std::uint64_t number) const {
    return file_.slices()[slice].palette[slices_[slice].values[number]];
  }
  std::optional<Value> find(std::size_t slice, std::uint64_t code) const {
    const std::optional<std::uint64_t> number = slices_[slice].members.find(code);
    return number ? std::optional(value(slice, *number)) : std::nullopt;
  }

 private:
  struct Slice {
    SparseSet members;
    std::vector<PaletteCode> values;
  };

  void load(std::size_t slice, int threads) {
    const SliceRecord& record = file_.slices()[slice];
    std::vector<std::uint64_t> codes;
    std::vector<PaletteCode> values;
    parallel_in_order(
        record.blocks(), threads,
        [&] {
          return [&, codec = CodeBlockCodec()](std::uint64_t b) mutable {
            CodeBlock block;
            file_.read_block(codec, slice, b, block);
            return block;
          };
        },
        [&](const CodeBlock& block) {
          const bool follows =
              codes.empty() || block.codes.empty() || codes.back() < block.codes.front();
          if (!follows) file_.damaged("its blocks are out of order");
          codes.insert(codes.end(), block.codes.begin(), block.codes.end());
          values.insert(values.end(), block.values.begin(), block.values.end());
        });
    if (codes.size() != record.members) file_.damaged("a slice miscounts its members");
    slices_.push_back({SparseSet(codes), std::move(values)});
  }

  const TableFile& file_;
  std::vector<Slice> slices_;
};

}  // namespace zermelo
