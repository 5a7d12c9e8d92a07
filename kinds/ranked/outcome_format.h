// SPDX-License-Identifier: MIT
// What reading and writing tables of outcomes share: how runs and diagrams are packed
// (docs/table-format.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kinds/ranked/outcome_table.h"
#include "tablebase/format/block_checksum.h"

namespace zermelo::symbolic {

// What a symbol's chances depend on: this many symbols before it.
inline constexpr unsigned outcome_history = 6;
inline constexpr std::size_t outcome_contexts = std::size_t{1} << 2 * outcome_history,
                             outcome_group = 64;
inline constexpr std::size_t outcome_symbols = outcome_palette.size();

class OutcomeContext {
 public:
  std::uint32_t number() const { return number_; }
  void add(unsigned symbol) { number_ = (number_ << 2 | symbol) & (outcome_contexts - 1); }

 private:
  std::uint32_t number_ = 0;
};

// The diagram is packed in blocks of this many bytes. Each begins with a checksum, the size in
// bytes of the whole diagram, and a size field.
inline constexpr std::size_t diagram_part_bytes = std::size_t{1} << 20;
inline constexpr std::size_t diagram_part_head = block_checksum_bytes + 8 + 4;

}  // namespace zermelo::symbolic
