// SPDX-License-Identifier: MIT
// Packing sequences of symbols whose chances depend on a context that reader and writer both know:
// tables of frequencies, and range coding with them (rANS, Duda 2013, in the form of Giesen 2014).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tablebase/format/file.h"

namespace zermelo {

// How often each symbol occurs in each context. Contexts come in groups of `group` neighbours each,
// which have something in common.
class SymbolCounts {
 public:
  SymbolCounts(std::size_t groups, std::size_t group, std::size_t symbols)
      : group_(group), symbols_(symbols), counts_(groups * group * symbols) {}

  void add(std::size_t context, std::size_t symbol) { ++counts_[context * symbols_ + symbol]; }
  SymbolCounts& operator+=(const SymbolCounts& more);

  std::size_t contexts() const { return counts_.size() / symbols_; }
  std::size_t group() const { return group_; }
  std::size_t symbols() const { return symbols_; }
  // The counts of all contexts, one after the other.
  std::span<std::uint64_t> numbers() { return counts_; }
  std::span<const std::uint64_t> of(std::size_t context) const {
    return std::span(counts_).subspan(context * symbols_, symbols_);
  }

 private:
  std::size_t group_, symbols_;
  std::vector<std::uint64_t> counts_;
};

// Immutable and thread-safe.
class SymbolModel {
 public:
  static constexpr int precision = 12;  // frequencies of a context add up to 2^precision
  static constexpr std::uint32_t scale = 1u << precision;

  SymbolModel() = default;
  // There are 1 to 256 symbols. A context that is too rare for frequencies of its own has those of
  // its group; a rare group has those of all contexts. Symbols that did not occur in a context
  // cannot be packed there.
  explicit SymbolModel(const SymbolCounts& counts);

  // As bytes, and back. Throws DamagedTable (without a file name).
  std::vector<std::byte> to_bytes() const;
  static SymbolModel from_bytes(Bytes bytes, std::size_t groups, std::size_t group,
                                std::size_t symbols);

  // The frequency of the symbol, out of the context's 2^precision; 0 if it cannot be packed there.
  std::uint32_t frequency(std::size_t context, std::size_t symbol) const;
  // How many bits it takes to pack everything that was counted in the contexts first..end-1.
  double bits(const SymbolCounts& counts, std::size_t first, std::size_t end) const;

  struct Step {
    std::uint32_t context, symbol;
  };
  // Appends the packed steps.
  void pack(std::span<const Step> steps, std::vector<std::byte>& out) const;

  // Unpacks what pack has packed, in order. Never reads beyond the bytes; bytes that pack has not
  // written yield arbitrary symbols.
  class Reader {
   public:
    Reader(const SymbolModel& model, Bytes bytes);
    std::uint32_t next(std::uint32_t context);

   private:
    std::uint32_t take();
    const SymbolModel& model_;
    Bytes bytes_;
    std::size_t at_ = 0;
    std::uint32_t state_ = 0;
  };

 private:
  // The frequencies of one context or of several: one byte per symbol, see frequency_of.
  using Row = std::vector<std::uint8_t>;
  struct Slot {
    std::uint16_t frequency, below;  // and the sum of those before
    std::uint8_t symbol;
  };
  void prepare();
  // Whether each row's frequencies can be used for coding: none is 0, they add up to scale, the
  // greatest comes first; and every context has a row.
  bool check() const;
  std::uint16_t row_of(std::size_t context) const {
    return row_of_context_[context] != 0 ? row_of_context_[context]
                                         : row_of_group_[context / group_];
  }

  std::size_t group_ = 1, symbols_ = 0;
  std::vector<std::uint16_t> row_of_group_, row_of_context_;  // 0: that of all, of the group
  std::vector<Row> rows_;                                     // the first one is that of all

  // Derived from those. The symbols of a row, the most frequent one first; frequencies add up to
  // scale.
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> first_slot_;        // by row; and the end
  std::vector<std::uint32_t> slots_of_context_;  // first slot
};

}  // namespace zermelo
