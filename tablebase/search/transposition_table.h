// SPDX-License-Identifier: MIT
// What a search for the shortest win has found out about positions, for when it meets them again.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "tablebase/sets/huge_array.h"

namespace zermelo {

// Key: hash() and ==; two positions with equal keys are the same, so that what is found is exact.
// Not thread-safe.
template <class Key>
class TranspositionTable {
 public:
  static constexpr std::uint16_t for_ever = std::numeric_limits<std::uint16_t>::max();

  // What is known about a position: the attacker wins within `yes` plies (for_ever: unknown), and
  // does not win within `no`.
  struct Entry {
    Key key;
    std::uint16_t yes = for_ever, no = 0;
    std::uint8_t best = 0;  // the number of the move that settled it
    std::uint8_t used = 0;  // whether it is an entry; memory begins as zeros
    std::uint16_t work = 0;
  };

  // Takes at most this many bytes, and room for four entries at least. Begins small and grows, for
  // many searches are short.
  explicit TranspositionTable(std::uint64_t bytes)
      : most_(std::bit_floor(std::max<std::uint64_t>(bytes / sizeof(Bucket), 1))),
        buckets_(std::min<std::uint64_t>(most_, first_size)) {}

  // Unused if there is none.
  Entry find(const Key& key) {
    for (const Entry& e : bucket(key).entries) {
      if (e.used != 0 && e.key == key) return e;
    }
    return {};
  }
  // Replaces the same position, an empty entry, or the one that took the least work.
  void keep(const Entry& entry) {
    if (used_ > 2 * buckets_.size() && buckets_.size() < most_) grow();
    put(entry);
  }

 private:
  static constexpr std::uint64_t first_size = 1 << 12;

  struct Bucket {
    std::array<Entry, 4> entries;
  };
  static_assert(sizeof(Bucket) == 4 * (sizeof(Key) + 8));

  void put(const Entry& entry) {
    Entry* place = nullptr;
    for (Entry& e : bucket(entry.key).entries) {
      if (e.used != 0 && e.key == entry.key) {
        place = &e;
        break;
      }
      if (place == nullptr || e.work < place->work) place = &e;
    }
    used_ += place->used == 0 ? 1 : 0;
    *place = entry;
  }

  // (While it grows, the old buckets take a quarter more.)
  void grow() {
    HugeArray<Bucket> old(std::min(most_, 4 * buckets_.size()));
    std::swap(old, buckets_);
    used_ = 0;
    for (std::uint64_t i = 0; i < old.size(); ++i) {
      for (const Entry& e : old[i].entries) {
        if (e.used != 0) put(e);
      }
    }
  }

  Bucket& bucket(const Key& key) {
    const std::uint64_t mixed = key.hash() * 0x9e3779b97f4a7c15u;
    return buckets_[(mixed ^ mixed >> 32) & (buckets_.size() - 1)];
  }

  std::uint64_t most_;      // buckets
  std::uint64_t used_ = 0;  // entries
  HugeArray<Bucket> buckets_;
};

// The history heuristic (Schaeffer 1983): which moves have often settled a question, for trying
// them first elsewhere. Moves fall into `places`, for each of two sides. Not thread-safe.
template <std::size_t places>
class HistoryTable {
 public:
  std::uint32_t operator()(bool side, std::size_t place) const { return counts_[side][place]; }

  // A move settled a question about this many plies.
  void add(bool side, std::size_t place, int plies) {
    std::uint32_t& count = counts_[side][place];
    count += static_cast<std::uint32_t>(plies * plies);
    if (count > 1u << 30) {
      for (auto& of_side : counts_)
        for (std::uint32_t& n : of_side) n /= 2;
    }
  }

 private:
  std::array<std::array<std::uint32_t, places>, 2> counts_{};
};

}  // namespace zermelo
