// SPDX-License-Identifier: MIT
// An array of plain values that grows without ever moving or copying what it has, so that growing
// takes no memory beyond what the array is to have.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tablebase/sets/huge_array.h"

namespace zermelo {

// In segments, each as long as all before it together. What is not used yet is reserved, but takes
// no memory. Reading is thread-safe as long as nothing is added; so is changing different elements.
template <class T>
class GrowingArray {
 public:
  std::uint64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::uint64_t i) {
    const Place place = place_of(i);
    return segments_[place.segment][place.at];
  }
  const T& operator[](std::uint64_t i) const {
    const Place place = place_of(i);
    return segments_[place.segment][place.at];
  }
  void push_back(T value) {
    if (std::has_single_bit(size_ + first)) segments_.emplace_back(size_ + first);
    (*this)[size_++] = value;
  }
  void append(std::span<const T> values) {
    for (const T& value : values) push_back(value);
  }
  void clear() { *this = GrowingArray(); }

  // Of memory.
  std::uint64_t bytes() const { return size_ * sizeof(T); }

  // The elements one after another, in pieces: for checkpoints.
  std::size_t pieces() const { return segments_.size(); }
  std::span<const T> piece(std::size_t number) const {
    const std::uint64_t before = (std::uint64_t{first} << number) - first;
    const std::uint64_t length = std::min<std::uint64_t>(segments_[number].size(), size_ - before);
    return segments_[number].span().first(length);
  }

 private:
  static constexpr std::uint64_t first = 1 << 12;  // elements of the first segment
  struct Place {
    std::size_t segment;
    std::uint64_t at;
  };
  static Place place_of(std::uint64_t i) {
    const int log = std::bit_width(i + first) - 1;
    return {static_cast<std::size_t>(log - std::countr_zero(first)),
            i + first - (std::uint64_t{1} << log)};
  }

  std::uint64_t size_ = 0;
  std::vector<HugeArray<T>> segments_;
};

}  // namespace zermelo
