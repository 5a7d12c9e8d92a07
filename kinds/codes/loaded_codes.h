// SPDX-License-Identifier: MIT
// All members of a table that lists codes, in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gen/parallel.h"
#include "gen/value.h"
#include "kinds/codes/code_table.h"
#include "tablebase/format/table_file.h"
#include "tablebase/sets/code_set.h"

namespace zermelo {

// All members with their values. Immutable and thread-safe once constructed.
class LoadedCodes {
 public:
  // Reads the whole file; `codes` is as for CodeProbe. Throws DamagedTable, also if members are not
  // in order or miscounted.
  LoadedCodes(const TableFile& file, int threads, std::uint64_t codes) : file_(file) {
    const CodeProbe probe(file, codes);
    for (std::size_t slice = 0; slice < file.slices().size(); ++slice) load(probe, slice, threads);
  }

  const TableFile& file() const { return file_; }
  const CodeSet& members(std::size_t slice) const { return slices_[slice].members; }
  Value value(std::size_t slice, std::uint64_t number) const {
    return file_.slices()[slice].palette[kind(slice, number)];
  }
  // What the slice's palette, or its list of arrivals, is to be asked for.
  PaletteCode kind(std::size_t slice, std::uint64_t number) const {
    return slices_[slice].values[number];
  }
  std::optional<Value> find(std::size_t slice, std::uint64_t code) const {
    const std::optional<std::uint64_t> number = slices_[slice].members.find(code);
    return number ? std::optional(value(slice, *number)) : std::nullopt;
  }

 private:
  struct Slice {
    CodeSet members;
    std::vector<PaletteCode> values;
  };

  void load(const CodeProbe& probe, std::size_t slice, int threads) {
    const SliceRecord& record = file_.slices()[slice];
    CodeMembers all;
    const std::uint64_t blocks = record.blocks();
    parallel_in_order(
        blocks > 0 ? blocks - 1 : 0, threads,
        [&] {
          return [&, slice](std::uint64_t b) {
            CodeMembers block;
            probe.read_block(slice, b + 1, block);
            return block;
          };
        },
        [&](const CodeMembers& block) {
          const bool follows =
              all.codes.empty() || block.codes.empty() || all.codes.back() < block.codes.front();
          if (!follows) file_.damaged("its blocks are out of order");
          all.codes.insert(all.codes.end(), block.codes.begin(), block.codes.end());
          all.values.insert(all.values.end(), block.values.begin(), block.values.end());
        });
    if (all.codes.size() != record.members) file_.damaged("a slice miscounts its members");
    slices_.push_back({CodeSet(all.codes), std::move(all.values)});
  }

  const TableFile& file_;
  std::vector<Slice> slices_;
};

}  // namespace zermelo
