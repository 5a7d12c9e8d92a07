// SPDX-License-Identifier: MIT
// A layer of a game of stones that is too large for one byte per position: the live rows of its
// shapes (kinds/stones/row_lines.h), packed part by part, of which a few shapes are unpacked at a
// time.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <list>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "kinds/stones/shape_rows.h"
#include "symmetry/bits.h"
#include "symmetry/colour_rank.h"
#include "symmetry/grid.h"
#include "tablebase/format/file.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// The parts of all shapes of a layer, as they were packed. Threads may read at once.
class PackedLayer {
 public:
  // `parts`: of each shape.
  PackedLayer() = default;
  PackedLayer(std::uint64_t shapes, std::uint64_t parts)
      : parts_of_shape_(parts), parts_(shapes * parts), bytes_(shapes, none) {}

  bool has(std::uint64_t shape) const { return bytes_[shape] != none; }
  // Of the shape, unpacked.
  std::uint64_t bytes(std::uint64_t shape) const { return bytes_[shape]; }
  std::uint64_t parts() const { return parts_of_shape_; }
  // Where a part begins in its shape, unpacked.
  std::uint64_t first(std::uint64_t shape, std::uint64_t part) const {
    return at(shape, part).first;
  }
  std::uint64_t end(std::uint64_t shape, std::uint64_t part) const {
    return part + 1 < parts_of_shape_ ? first(shape, part + 1) : bytes(shape);
  }
  Bytes packed(std::uint64_t shape, std::uint64_t part) const {
    const Part& p = at(shape, part);
    return std::as_bytes(chunks_[p.chunk].memory.span().subspan(p.begin, p.size));
  }

  // `firsts`: where the parts begin, unpacked, and the last one ends.
  void put(std::uint64_t shape, std::span<const std::uint64_t> firsts,
           std::span<const std::vector<std::byte>> packed) {
    assert(packed.size() == parts_of_shape_ && firsts.size() == parts_of_shape_ + 1);
    for (std::size_t k = 0; k < packed.size(); ++k) {
      Part& p = parts_[shape * parts_of_shape_ + k];
      p.first = firsts[k];
      p.size = static_cast<std::uint32_t>(packed[k].size());
      append(packed[k], p);
    }
    bytes_[shape] = firsts.back();
  }

  // Taken by what says where parts are.
  static constexpr std::uint64_t bytes_of_places(std::uint64_t shapes, std::uint64_t parts) {
    return shapes * (parts * sizeof(Part) + sizeof(std::uint64_t));
  }
  // Taken by all of it.
  std::uint64_t memory() const {
    std::uint64_t sum = bytes_of_places(bytes_.size(), parts_of_shape_);
    for (const Chunk& chunk : chunks_) sum += chunk.used;
    return sum;
  }

  // All of it as arrays, which take_array gives back in the same order, from an empty layer with as
  // many shapes and parts; `chunks` is how many of them there are besides the first two.
  template <class Take>
  void for_each_array(Take&& take) const {
    take(std::as_bytes(std::span(parts_)));
    take(std::as_bytes(std::span(bytes_)));
    for (const Chunk& chunk : chunks_) take(std::as_bytes(chunk.memory.span().first(chunk.used)));
  }
  std::uint64_t chunks() const { return chunks_.size(); }
  // read(bytes) fills the next array; size() says how many bytes it has.
  template <class Size, class Read>
  void restore(std::uint64_t chunks, Size&& size, Read&& read) {
    read(std::as_writable_bytes(std::span(parts_)));
    read(std::as_writable_bytes(std::span(bytes_)));
    for (std::uint64_t k = 0; k < chunks; ++k) {
      chunks_.push_back({HugeArray<std::uint8_t>(size()), 0});
      Chunk& chunk = chunks_.back();
      chunk.used = chunk.memory.size();
      read(std::as_writable_bytes(chunk.memory.span()));
    }
  }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  static constexpr std::uint64_t chunk_bytes = std::uint64_t{1} << 26;
  struct Part {
    std::uint64_t first = 0;
    std::uint32_t chunk = 0, begin = 0, size = 0, unused = 0;
  };
  struct Chunk {
    HugeArray<std::uint8_t> memory;
    std::uint64_t used = 0;
  };

  const Part& at(std::uint64_t shape, std::uint64_t part) const {
    return parts_[shape * parts_of_shape_ + part];
  }
  void append(Bytes bytes, Part& part) {
    if (chunks_.empty() || chunks_.back().memory.size() - chunks_.back().used < bytes.size())
      chunks_.push_back({HugeArray<std::uint8_t>(std::max(chunk_bytes, bytes.size())), 0});
    Chunk& chunk = chunks_.back();
    part.chunk = static_cast<std::uint32_t>(chunks_.size() - 1);
    part.begin = static_cast<std::uint32_t>(chunk.used);
    if (!bytes.empty()) std::memcpy(chunk.memory.data() + chunk.used, bytes.data(), bytes.size());
    chunk.used += bytes.size();
  }

  std::uint64_t parts_of_shape_ = 0;
  std::vector<Part> parts_;
  std::vector<std::uint64_t> bytes_;  // by shape
  std::vector<Chunk> chunks_;
};

// The live rows of one shape, one byte per position, one row after the other.
template <class T>
class ShapeBytes {
 public:
  // All contents are lost.
  void make_room(std::uint64_t bytes, std::uint64_t rows) {
    if (bytes > std::numeric_limits<std::uint32_t>::max())
      throw Error("A shape has more positions than can be solved here.");
    if (bytes_.size() < bytes) bytes_ = HugeArray<T>();
    if (bytes_.size() < bytes) bytes_ = HugeArray<T>(bytes);
    if (at_.size() < rows) at_ = HugeArray<std::uint32_t>();
    if (at_.size() < rows) at_ = HugeArray<std::uint32_t>(rows);
  }
  T* bytes() { return bytes_.data(); }
  const T* bytes() const { return bytes_.data(); }
  // By the number of a row: where it begins.
  std::uint32_t* at() { return at_.data(); }
  const std::uint32_t* at() const { return at_.data(); }
  std::uint64_t memory() const { return bytes_.size() + at_.size() * sizeof(std::uint32_t); }

 private:
  HugeArray<T> bytes_;
  HugeArray<std::uint32_t> at_;
};

// Where the rows of a shape are: all of them by rank (`at` is null), or live ones only.
template <class T>
struct RowPlaces {
  T* first;
  const std::uint32_t* at;

  // `low`: the length of the low part.
  T* row(const ShapeRow& row, int low) const {
    return first + (at == nullptr ? row.rank : at[row.high >> low]);
  }
  // The row with this high part, as a string, and so many ones in its low part.
  T* row(Squares high, int low_ones, int low) const {
    return first + (at == nullptr ? colour_rank()(high, low_ones) : at[high >> low]);
  }
  // Of a shape with a stone more, in the low part of which there are then so many ones: the first
  // position whose stones above that stone are this high part.
  T* with_low_stone(Squares high, int ones, int low) const {
    if (at == nullptr) return first + colour_rank()(high << 1, ones);
    return first + at[high >> low << 1 | (ones > low ? 1 : 0)];
  }
  // Of a shape with a stone less, in the low part of which there are so many ones without the
  // lowest stone of the high part: the first position with this high part, one lower.
  T* without_low_stone(Squares high, int ones, int low) const {
    if (at == nullptr) return first + colour_rank()(high >> 1, ones);
    const bool one = (high >> low & 1) != 0;
    return first + at[high >> low >> 1] + (one ? binomial_64(low - 1, ones + 1) : 0);
  }
};

// A few unpacked shapes of a layer, those used last.
template <class T>
class ShapeCache {
 public:
  // About how many bytes they take; more if that many are used at the same time.
  explicit ShapeCache(std::uint64_t limit) : limit_(limit) {}

  // What was used before may be given up from now on.
  void begin_use() { ++use_; }
  // The shape, for as long as the use lasts. load(bytes) is called if it is not there.
  template <class Load>
  ShapeBytes<T>& get(std::uint64_t shape, Load&& load) {
    if (const auto found = places_.find(shape); found != places_.end()) {
      shapes_.splice(shapes_.begin(), shapes_, found->second);
      shapes_.front().use = use_;
      return shapes_.front().bytes;
    }
    take_room();
    Entry& entry = shapes_.front();
    entry.shape = shape;
    entry.use = use_;
    memory_ -= entry.bytes.memory();
    load(entry.bytes);
    memory_ += entry.bytes.memory();
    places_[shape] = shapes_.begin();
    return entry.bytes;
  }

 private:
  struct Entry {
    std::uint64_t shape = 0, use = 0;
    ShapeBytes<T> bytes = {};
  };

  // Puts an entry in front: the one that was used the longest time ago, or a new one.
  void take_room() {
    while (memory_ > limit_ && shapes_.back().use != use_) {
      Entry& last = shapes_.back();
      places_.erase(last.shape);
      if (memory_ - last.bytes.memory() <= limit_) {
        shapes_.splice(shapes_.begin(), shapes_, std::prev(shapes_.end()));
        return;
      }
      memory_ -= last.bytes.memory();
      shapes_.pop_back();
    }
    shapes_.emplace_front();
  }

  std::uint64_t limit_, memory_ = 0, use_ = 0;
  std::list<Entry> shapes_;  // the one used last comes first
  std::unordered_map<std::uint64_t, typename std::list<Entry>::iterator> places_;
};

}  // namespace zermelo
