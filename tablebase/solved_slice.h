// SPDX-License-Identifier: MIT
// A finished slice in memory, for the groups that lead to it: a state set and a value a member.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gen/value.h"
#include "tablebase/block_codec.h"
#include "tablebase/dense_set.h"

namespace zermelo {

// Values by number, as palette codes of one byte, or two if there are more than 256 kinds.
class ValueArray {
 public:
  ValueArray() = default;
  ValueArray(std::vector<Value> palette, std::uint64_t size) : palette_(std::move(palette)) {
    if (palette_.size() <= 256) {
      narrow_.resize(size);
    } else {
      wide_.resize(size);
    }
  }

  static std::uint64_t bytes_needed(std::uint64_t size) { return size; }

  // Different elements may be set from different threads.
  void set(std::uint64_t number, PaletteCode code) {
    if (narrow_.empty()) {
      wide_[number] = code;
    } else {
      narrow_[number] = static_cast<std::uint8_t>(code);
    }
  }
  Value operator[](std::uint64_t number) const {
    return palette_[narrow_.empty() ? wide_[number] : narrow_[number]];
  }
  void prefetch(std::uint64_t number) const {
    __builtin_prefetch(narrow_.empty() ? static_cast<const void*>(&wide_[number])
                                       : &narrow_[number]);
  }
  bool empty() const { return narrow_.empty() && wide_.empty(); }
  const std::vector<Value>& palette() const { return palette_; }

 private:
  std::vector<Value> palette_;
  std::vector<std::uint8_t> narrow_;
  std::vector<std::uint16_t> wide_;
};

// Looks up positions of finished slices. Index by slice; slices not finished have no values.
template <class Game>
class SolvedSlices {
 public:
  SolvedSlices(const Game& game, const std::vector<DenseSet>& sets)
      : game_(game), sets_(sets), values_(sets.size()) {}

  ValueArray& values(int slice) { return values_[slice]; }

  // The value of a position with nothing forbidden. Thread-safe.
  Value value(int slice, const typename Game::Position& p) const {
    if (game_.wins_at_once(slice, p)) return Value::win(1);
    return values_[slice][sets_[slice].rank(game_.locate(slice, p).index)];
  }

 private:
  const Game& game_;
  const std::vector<DenseSet>& sets_;
  std::vector<ValueArray> values_;
};

}  // namespace zermelo
