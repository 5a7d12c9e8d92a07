// SPDX-License-Identifier: MIT
// What a layer of a game of stones holds, in memory or packed, and how work on it is cut into
// tasks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kinds/stones/packed_layer.h"
#include "kinds/stones/shape_rows.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// The work on a layer, in tasks: each is part of a shape's rows.
class ShapeTasks {
 public:
  // `log_highs`: the logarithm of the number of rows that a task has at most.
  ShapeTasks(std::uint64_t shapes, int stones, int log_highs = 12)
      : parts_(std::uint64_t{1} << std::max(0, high_bits(stones) - log_highs)),
        highs_(std::uint64_t{1} << std::min(log_highs, high_bits(stones))),
        count_(shapes * parts_) {}

  std::uint64_t count() const { return count_; }
  std::uint64_t parts() const { return parts_; }  // of a shape
  struct Part {
    std::uint64_t shape;                 // number
    std::uint64_t high_begin, high_end;  // numbers of rows
  };
  Part operator[](std::uint64_t task) const {
    const std::uint64_t part = task % parts_;
    return {task / parts_, part * highs_, (part + 1) * highs_};
  }

 private:
  static int high_bits(int stones) { return std::max(0, stones - LowStrings::longest); }
  std::uint64_t parts_, highs_, count_;
};

// The canonical positions of a layer that play can lead to and in which the game goes on: one bit
// for every position of a canonical shape, or packed.
struct ReachedLayer {
  std::uint64_t positions = 0, finished = 0;            // in every orientation
  std::uint64_t canonical = 0, canonical_finished = 0;  // up to symmetry
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  std::vector<std::uint64_t> first_word;  // by shape; none for shapes that are not canonical
  HugeArray<std::uint64_t> bits;          // empty if the layer is packed
  PackedLayer packed;

  // Not for a packed layer.
  bool contains(std::uint64_t shape, std::uint64_t rank) const {
    return bits[first_word[shape] + rank / 64] >> rank % 64 & 1;
  }
};

// Which layers are packed: those of more positions than this; and how many bytes of unpacked shapes
// are kept.
struct StonePacking {
  std::uint64_t most_unpacked = ~std::uint64_t{0};
  std::uint64_t cache_bytes = 0;

  // (Rows of a layer without a high part are all live.)
  bool packs(int stones, std::uint64_t size) const {
    return size > most_unpacked && stones > LowStrings::longest;
  }
};

// One byte per position of a layer, in memory or packed.
template <class T>
struct LayerBytes {
  bool is_packed = false;
  HugeArray<T> bytes = {};
  PackedLayer packed = {};

  // Of a layer that is not packed.
  RowPlaces<T> places(std::uint64_t shape, std::uint64_t colourings) {
    return {bytes.data() + shape * colourings, nullptr};
  }
};

}  // namespace zermelo
