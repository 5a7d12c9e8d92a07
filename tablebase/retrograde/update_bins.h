// SPDX-License-Identifier: MIT
// Updates of the retrograde solver, put into bins by where their targets are. The targets of a
// level are all over an array that is far larger than the caches and what the TLB reaches; applied
// as they are found, nearly each waits for memory, and each must be a compare-and-swap. Bins are
// written one after the other, and later each is applied by one thread alone while its part of the
// array is in the cache. (Propagation blocking: Beamer, Asanovic and Patterson, "Reducing Pagerank
// Communication via Propagation Blocking", IPDPS 2017.)
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "tablebase/sets/huge_array.h"

namespace zermelo {

// Numbers of 32 bits in bins, which grow segment by segment. Not thread-safe.
class RecordBins {
 public:
  static constexpr std::uint32_t segment = 128;  // records, the first of which is a link

  // Holds `records` before it is full, and more if they are pushed.
  RecordBins(std::size_t bins, std::uint64_t records)
      : ends_(bins), quota_(records), records_(records + segment * bins + slack) {}

  void push(std::size_t bin, std::uint32_t record) {
    std::uint32_t& end = ends_[bin];
    if (end % segment == 0) end = open_segment(end);
    records_[end++] = record;
  }
  // Calls visit(records) for each segment of a bin.
  template <class Visit>
  void for_each_segment(std::size_t bin, Visit&& visit) const {
    for (std::uint32_t end = ends_[bin]; end != 0;) {
      const std::uint32_t begin = (end - 1) / segment * segment, before = records_[begin];
      fetch(before);
      visit(records_.span().subspan(begin + 1, end - begin - 1));
      end = before;
    }
  }
  bool empty() const { return next_ == segment; }
  bool is_full() const { return next_ >= quota_; }
  void clear() {
    std::ranges::fill(ends_, 0);
    next_ = segment;
  }

 private:
  static constexpr std::uint64_t slack = std::uint64_t{1} << 16;

  // Prefetches the segment that ends there.
  void fetch(std::uint32_t end) const {
    constexpr std::uint32_t line = 64 / sizeof(std::uint32_t);
    const std::uint32_t begin = (std::max(end, 1u) - 1) / segment * segment;
    for (std::uint32_t k = begin; k < begin + segment; k += line) __builtin_prefetch(&records_[k]);
  }
  // `before` is the end of the bin's last segment, 0 if it has none. (Segment 0 is nobody's.)
  std::uint32_t open_segment(std::uint32_t before) {
    if (next_ + segment > records_.size()) grow();
    const auto begin = static_cast<std::uint32_t>(std::exchange(next_, next_ + segment));
    records_[begin] = before;
    return begin + 1;
  }
  void grow() {
    HugeArray<std::uint32_t> larger(2 * records_.size());
    std::memcpy(larger.data(), records_.data(), next_ * sizeof(std::uint32_t));
    records_ = std::move(larger);
  }

  std::vector<std::uint32_t> ends_;  // by bin, in records_
  std::uint64_t quota_, next_ = segment;
  HugeArray<std::uint32_t> records_;
};

// The bins of all workers for an array of words. A bin is for a region, 2^shift() places.
template <class Word>
class UpdateBins {
 public:
  // The form of an update: its place in the region, the move's slot, and whether it is a win.
  struct Record {
    std::uint64_t place;
    unsigned slot;
    bool wins;
  };

  UpdateBins(std::uint64_t places, int threads) : shift_(shift_for(places)) {
    regions_ = (places + (std::uint64_t{1} << shift_) - 1) >> shift_;
    const std::uint64_t quota = std::max(record_count(places) / static_cast<std::uint64_t>(threads),
                                         least_segments * RecordBins::segment * regions_);
    for (int k = 0; k < threads; ++k) sets_.emplace_back(regions_, quota);
    for (RecordBins& set : sets_) free_.push_back(&set);
  }

  // Bytes that the bins of all workers take for so many places.
  static std::uint64_t bytes_needed(std::uint64_t places) {
    return record_count(places) * sizeof(std::uint32_t);
  }
  std::uint64_t regions() const { return regions_; }

  // The set that belongs to a worker as long as this lives. At most `threads` at once.
  class Lease {
   public:
    explicit Lease(UpdateBins& bins) : bins_(bins), set_(bins.take()) {}
    Lease(Lease&&) = delete;
    ~Lease() { bins_.give_back(set_); }

    void push(const Record& update) {
      const std::uint64_t in_region = update.place & ((std::uint64_t{1} << bins_.shift_) - 1);
      const std::uint64_t record =
          (in_region << slot_bits | update.slot) << 1 | (update.wins ? 1u : 0u);
      set_->push(update.place >> bins_.shift_, static_cast<std::uint32_t>(record));
    }
    bool is_full() const { return set_->is_full(); }

   private:
    UpdateBins& bins_;
    RecordBins* set_;
  };

  Record unpack(std::uint64_t region, std::uint32_t record) const {
    return {region << shift_ | record >> (slot_bits + 1), record >> 1 & ((1u << slot_bits) - 1),
            (record & 1) != 0};
  }
  // Calls visit(records), a span of what unpack() reads, for all of a region.
  template <class Visit>
  void for_each_segment(std::uint64_t region, Visit&& visit) const {
    for (const RecordBins& set : sets_) set.for_each_segment(region, visit);
  }
  bool empty() const {
    return std::ranges::all_of(sets_, [](const RecordBins& set) { return set.empty(); });
  }
  void clear() {
    for (RecordBins& set : sets_) set.clear();
  }

 private:
  static constexpr int slot_bits = [] {
    if constexpr (Word::forbids) return static_cast<int>(std::bit_width(Word::no_slot));
    return 0;
  }();
  static constexpr std::uint64_t most_regions = 2048;  // so that all ends are in the cache
  static constexpr int least_shift = 12, most_shift = 31 - slot_bits;
  static constexpr std::uint64_t least_segments = 2;  // of a bin

  static int shift_for(std::uint64_t places) {
    const int wanted = std::bit_width((places + most_regions - 1) / most_regions - 1);
    return std::clamp(wanted, least_shift, most_shift);
  }
  // They take an eighth of what the words take, up to 1 GiB.
  static std::uint64_t record_count(std::uint64_t places) {
    const std::uint64_t bytes = places * sizeof(typename Word::Storage) / 8;
    return std::min(bytes / sizeof(std::uint32_t), std::uint64_t{1} << 28);
  }

  RecordBins* take() {
    const std::lock_guard lock(mutex_);
    assert(!free_.empty());
    RecordBins* set = free_.back();
    free_.pop_back();
    return set;
  }
  void give_back(RecordBins* set) {
    const std::lock_guard lock(mutex_);
    free_.push_back(set);
  }

  int shift_;
  std::uint64_t regions_ = 0;
  std::mutex mutex_;
  std::vector<RecordBins> sets_;
  std::vector<RecordBins*> free_;
};

}  // namespace zermelo
