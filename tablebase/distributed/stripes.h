// SPDX-License-Identifier: MIT
// Which rank owns which indices of a slice. A slice is cut into stripes of whole table blocks, and
// an owner has its stripes one after the other, as if they were a slice of their own, in which an
// index has a place.
//
// With up to four ranks an owner's stripes are neighbours, since most updates then stay with the
// rank that makes them (in a sample of Ostle, 0.92 of them for two ranks and 0.66 for four); beyond
// that little of this effect is left (0.21 for 16), and stripes are dealt in turn, so that all
// ranks have the same work. The number of blocks in a stripe is a power of two, so that finding an
// owner takes no division, and small enough for each rank to have 64 stripes, if the slice has that
// many blocks.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tablebase/format/block_codec.h"
#include "tablebase/retrograde/level_schedule.h"

namespace zermelo {

// Where something is: on which rank, and at which of its places.
struct Location {
  std::uint32_t rank;
  std::uint64_t place;
};

// How stripes are made. `blocks`: the number in a stripe, a power of two; 0: as above.
struct StripeOptions {
  std::uint64_t blocks = 0;
  int most_neighbours = 4;  // the most ranks whose stripes are neighbours
  int first = 0;            // the rank that has the first stripe
};

// Immutable.
class Stripes {
 public:
  static constexpr std::uint64_t stripes_a_rank = 64;

  Stripes() = default;
  // For a slice with indices 0..universe-1. `rank` is the one that asks.
  Stripes(std::uint64_t universe, int ranks, int rank, StripeOptions options = {})
      : universe_(universe), rank_(static_cast<std::uint32_t>(rank)) {
    const std::uint64_t blocks = (universe + block_indices - 1) / block_indices;
    const auto all = static_cast<std::uint64_t>(ranks);
    const std::uint64_t most = std::max<std::uint64_t>(1, blocks / (stripes_a_rank * all));
    shift_ = std::countr_zero(block_indices) +
             std::countr_zero(options.blocks != 0 ? options.blocks : std::bit_floor(most));
    const std::uint64_t count = universe == 0 ? 0 : ((universe - 1) >> shift_) + 1;
    std::vector<std::uint32_t> chunks_of(all);
    for (std::uint64_t s = 0; s < count; ++s) {
      const std::uint64_t turn = ranks <= options.most_neighbours ? s * all / count : s % all;
      const std::uint64_t owner = (turn + static_cast<std::uint64_t>(options.first)) % all;
      if (owner == rank_) own_.push_back(s);
      owners_.push_back({static_cast<std::uint32_t>(owner), chunks_of[owner]});
      chunks_of[owner] += static_cast<std::uint32_t>(chunks(s));
    }
    chunks_of_ = std::move(chunks_of);
  }

  std::uint64_t universe() const { return universe_; }
  std::uint64_t count() const { return owners_.size(); }
  // A stripe's indices are begin(s)..end(s)-1.
  std::uint64_t begin(std::uint64_t stripe) const { return stripe << shift_; }
  std::uint64_t end(std::uint64_t stripe) const {
    return std::min(universe_, (stripe + 1) << shift_);
  }
  // Chunks have chunk_size indices each, the last one of a slice perhaps fewer.
  std::uint64_t chunks(std::uint64_t stripe) const {
    return (end(stripe) - begin(stripe) + chunk_size - 1) / chunk_size;
  }
  std::uint64_t blocks(std::uint64_t stripe) const {
    return (end(stripe) - begin(stripe) + block_indices - 1) / block_indices;
  }
  std::uint64_t stripe_of(std::uint64_t index) const { return index >> shift_; }
  int shift() const { return shift_; }

  int owner(std::uint64_t stripe) const { return static_cast<int>(owners_[stripe].rank); }
  bool is_own(std::uint64_t stripe) const { return owners_[stripe].rank == rank_; }
  // Where a stripe begins among its owner's chunks of this slice, and how many chunks a rank has.
  std::uint64_t first_chunk(std::uint64_t stripe) const { return owners_[stripe].chunk; }
  std::uint64_t chunks_of(int rank) const { return chunks_of_[static_cast<std::size_t>(rank)]; }
  std::uint64_t own_chunks() const { return chunks_of(static_cast<int>(rank_)); }

  // An index's owner, and its place among the owner's.
  Location location(std::uint64_t index) const {
    const std::uint64_t stripe = stripe_of(index);
    const Owner& owner = owners_[stripe];
    return {owner.rank, owner.chunk * chunk_size + (index - begin(stripe))};
  }
  std::uint64_t place(std::uint64_t index) const { return location(index).place; }
  // The index that has one of this rank's places. (Only the last stripe may be shorter than the
  // others.)
  std::uint64_t index(std::uint64_t place) const {
    const std::uint64_t n = place >> shift_;
    return begin(own_[n]) + (place - (n << shift_));
  }

  // This rank's, in order; and a call of visit(stripe) for each of them.
  const std::vector<std::uint64_t>& own() const { return own_; }
  template <class Visit>
  void for_each_own(Visit&& visit) const {
    for (const std::uint64_t s : own_) visit(s);
  }
  // The numbers of this rank's blocks, in order.
  std::vector<std::uint64_t> own_blocks() const {
    std::vector<std::uint64_t> numbers;
    for_each_own([&](std::uint64_t s) {
      for (std::uint64_t b = 0; b < blocks(s); ++b) numbers.push_back(begin(s) / block_indices + b);
    });
    return numbers;
  }

  // Whether every index has one owner and one place, and no two indices share a place.
  bool check() const {
    std::vector<std::uint64_t> next(chunks_of_.size());
    for (std::uint64_t s = 0; s < count(); ++s) {
      std::uint64_t& chunk = next[owners_[s].rank];
      if (first_chunk(s) != chunk) return false;
      chunk += chunks(s);
    }
    return std::equal(next.begin(), next.end(), chunks_of_.begin());
  }

 private:
  struct Owner {
    std::uint32_t rank, chunk;  // the chunk of its own at which the stripe begins
  };
  std::uint64_t universe_ = 0;
  std::uint32_t rank_ = 0;
  int shift_ = std::countr_zero(block_indices);
  std::vector<Owner> owners_;       // by stripe
  std::vector<std::uint64_t> own_;  // stripes
  std::vector<std::uint32_t> chunks_of_;
};

// A rank's share of a state set over a dense index: the bits of its own stripes. It answers only
// for their indices, as DenseSet (tablebase/sets/dense_set.h) does for all. Immutable, and safe to
// share between threads.
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
