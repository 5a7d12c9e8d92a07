// SPDX-License-Identifier: MIT
// Numbers of the members of a table that lists codes: each block of runs has as many as it has room
// for, whether it is full or not. (The first block of a slice is the model, and has none.)
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kinds/codes/code_table.h"
#include "probe/table.h"

namespace zermelo {

// The probe must outlive this object. Thread-safe. Throws DamagedTable.
class MemberNumbers {
 public:
  explicit MemberNumbers(const CodeProbe& probe) : probe_(&probe) {}

  // Of an existing slice: numbers are below.
  std::uint64_t indices(std::size_t slice) const {
    const std::uint64_t blocks = slices()[slice].blocks();
    return blocks == 0 ? 0 : (blocks - 1) * block_numbers;
  }
  // Nothing if the number belongs to no member.
  std::optional<std::uint64_t> code_at(TableIndex number) const {
    if (number.slice >= slices().size() || number.index >= indices(number.slice))
      return std::nullopt;
    return probe_->code_of(number.slice, 1 + number.index / block_numbers,
                           number.index % block_numbers);
  }
  // The reverse; nothing if the code is not that of a member.
  std::optional<TableIndex> index_of(std::size_t slice, std::uint64_t code) const {
    const std::optional<std::uint64_t> block = probe_->file().block_of(slice, code);
    if (!block || *block == 0) return std::nullopt;
    const std::optional<std::uint64_t> member = probe_->member_of(slice, *block, code);
    if (!member) return std::nullopt;
    return TableIndex{slice, (*block - 1) * block_numbers + *member};
  }

 private:
  static constexpr std::uint64_t block_numbers = block_runs * code_run_members;

  const std::vector<SliceRecord>& slices() const { return probe_->file().slices(); }

  const CodeProbe* probe_;
};

}  // namespace zermelo
