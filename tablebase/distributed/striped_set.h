// SPDX-License-Identifier: MIT
// A rank's share of a state set over a dense index: the bits of its own stripes. It answers only
// for their indices, as DenseSet (tablebase/sets/dense_set.h) does for all.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tablebase/distributed/stripes.h"

namespace zermelo {

// Immutable, and safe to share between threads.
class StripedSet {
 public:
  StripedSet() = default;
  // The bits of the stripes' places, place p in bit p%64 of word p/64. The stripes must outlive the
  // set.
  StripedSet(const Stripes& stripes, std::vector<std::uint64_t> words)
      : stripes_(&stripes), words_(std::move(words)) {
    for (const std::uint64_t word : words_)
      size_ += static_cast<std::uint64_t>(std::popcount(word));
  }
  static std::uint64_t words_needed(const Stripes& stripes) {
    return stripes.own_chunks() * chunk_size / 64;
  }

  // The number of own members; and one past the largest index that any rank could have.
  std::uint64_t size() const { return size_; }
  std::uint64_t universe() const { return stripes_->universe(); }
  const Stripes& stripes() const { return *stripes_; }

  // For an own index below universe().
  bool contains(std::uint64_t index) const {
    const std::uint64_t place = stripes_->place(index);
    return (words_[place >> 6] >> (place & 63) & 1) != 0;
  }
  // The bits of indices 64*i .. 64*i+63, all of them own.
  std::uint64_t word(std::uint64_t i) const { return words_[stripes_->place(64 * i) / 64]; }
  // As the constructor takes them.
  std::span<const std::uint64_t> words() const { return words_; }

 private:
  const Stripes* stripes_ = nullptr;
  std::vector<std::uint64_t> words_;
  std::uint64_t size_ = 0;
};

}  // namespace zermelo
