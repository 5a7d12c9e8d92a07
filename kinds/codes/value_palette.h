// SPDX-License-Identifier: MIT
// Which values occur in a slice that is to be written, and their numbers in its palette.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gen/value.h"
#include "tablebase/format/block_codec.h"

namespace zermelo {

// A bit per value. Not thread-safe.
class ValuesThatOccur {
 public:
  void add(Value value) {
    const auto k = static_cast<std::size_t>(value.raw() + 32768);
    bits_[k / 64] |= std::uint64_t{1} << k % 64;
  }
  // All bits, to be united with those of other ranks.
  std::vector<std::uint64_t>& bits() { return bits_; }

  // Ascending by raw value.
  std::vector<Value> palette() const {
    std::vector<Value> palette;
    for (std::size_t word = 0; word < bits_.size(); ++word) {
      for (std::uint64_t rest = bits_[word]; rest != 0; rest &= rest - 1) {
        const int k = static_cast<int>(64 * word) + std::countr_zero(rest);
        palette.push_back(Value::from_raw(static_cast<std::int16_t>(k - 32768)));
      }
    }
    return palette;
  }

 private:
  std::vector<std::uint64_t> bits_ = std::vector<std::uint64_t>(65536 / 64);
};

// The number of each value of a palette.
class PaletteNumbers {
 public:
  explicit PaletteNumbers(std::span<const Value> palette) : number_of_(65536) {
    for (std::size_t k = 0; k < palette.size(); ++k)
      number_of_[static_cast<std::uint16_t>(palette[k].raw())] = static_cast<PaletteCode>(k);
  }
  PaletteCode of(Value value) const { return number_of_[static_cast<std::uint16_t>(value.raw())]; }

 private:
  std::vector<PaletteCode> number_of_;
};

}  // namespace zermelo
