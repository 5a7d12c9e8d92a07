// SPDX-License-Identifier: MIT
// Finished slices in memory, for the groups that lead to them: one value per index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "gen/value.h"
#include "tablebase/format/block_codec.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// Values by number, as palette codes of one byte, or two if there are more than 256 kinds. They are
// draws, or whatever the palette's first value is, until they are set; memory is taken as they are
// written.
class ValueArray {
 public:
  ValueArray() = default;
  ValueArray(std::vector<Value> palette, std::uint64_t size) : palette_(std::move(palette)) {
    if (palette_.size() <= 256) {
      narrow_ = HugeArray<std::uint8_t>(size);
    } else {
      wide_ = HugeArray<PaletteCode>(size);
    }
  }

  // For `size` values of this many kinds.
  static std::uint64_t bytes_needed(std::uint64_t size, std::size_t kinds) {
    return size * (kinds <= 256 ? sizeof(std::uint8_t) : sizeof(PaletteCode));
  }

  // Different elements may be set from different threads.
  void set(std::uint64_t number, PaletteCode code) {
    if (wide_.size() > 0) {
      wide_[number] = code;
    } else {
      narrow_[number] = static_cast<std::uint8_t>(code);
    }
  }
  Value operator[](std::uint64_t number) const {
    return palette_[wide_.size() > 0 ? wide_[number] : narrow_[number]];
  }
  void prefetch(std::uint64_t number) const {
    __builtin_prefetch(wide_.size() > 0 ? static_cast<const void*>(wide_.data() + number)
                                        : narrow_.data() + number);
  }
  bool empty() const { return narrow_.size() == 0 && wide_.size() == 0; }
  // The codes of elements begin..end-1 as they are in memory.
  std::span<std::byte> bytes(std::uint64_t begin, std::uint64_t end) {
    if (wide_.size() > 0) return std::as_writable_bytes(wide_.span().subspan(begin, end - begin));
    return std::as_writable_bytes(narrow_.span().subspan(begin, end - begin));
  }

 private:
  std::vector<Value> palette_;
  HugeArray<std::uint8_t> narrow_;
  HugeArray<PaletteCode> wide_;
};

// Whether a group from number `g` on looks up values of this slice.
template <class Game>
bool needed_from(const Game& game, std::size_t g, int slice) {
  for (; g < game.groups().size(); ++g) {
    for (const int upper : game.groups()[g]) {
      if (game.exits_to(upper, slice)) return true;
    }
  }
  return false;
}

// Calls visit(slice) for those whose values are kept while group `g` is solved and written: those
// that it or a later group looks up, and its own if a later group looks them up.
template <class Game>
void for_each_kept_slice(const Game& game, std::size_t g, auto&& visit) {
  for (std::size_t lower = 0; lower <= g; ++lower) {
    for (const int slice : game.groups()[lower]) {
      if (needed_from(game, lower == g ? g + 1 : g, slice)) visit(slice);
    }
  }
}

// Looks up positions of finished slices: values by index. Slices not finished have no values.
template <class Game>
class SolvedSlices {
 public:
  explicit SolvedSlices(const Game& game)
      : game_(game), values_(static_cast<std::size_t>(game.slice_count())) {}

  ValueArray& values(int slice) { return values_[static_cast<std::size_t>(slice)]; }

  // What has to be looked up to know the value of a position with nothing forbidden.
  struct Question {
    int slice = won_at_once;
    std::uint64_t index = 0;
  };
  // Prefetches the answer from memory. Thread-safe, like answer.
  Question ask(int slice, const typename Game::Position& p) const {
    if (game_.wins_at_once(slice, p)) return {};
    const Question q{slice, game_.locate(slice, p).index};
    values_[static_cast<std::size_t>(slice)].prefetch(q.index);
    return q;
  }
  Value answer(const Question& q) const {
    if (q.slice == won_at_once) return Value::win(1);
    return values_[static_cast<std::size_t>(q.slice)][q.index];
  }

 private:
  static constexpr int won_at_once = -1;
  const Game& game_;
  std::vector<ValueArray> values_;
};

}  // namespace zermelo
