// SPDX-License-Identifier: MIT
// Updates of a solver or a search by levels, put into bins by where their targets are. The targets
// of a level are all over an array that is far larger than the caches and what the TLB reaches;
// applied as they are found, nearly each waits for memory, and each must be a compare-and-swap.
// Bins are written one after the other, and later each is applied by one thread alone while its
// part of the array is in the cache. (Propagation blocking: Beamer, Asanovic and Patterson,
// "Reducing Pagerank Communication via Propagation Blocking", IPDPS 2017.)
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "gen/parallel.h"
#include "gen/worker_pool.h"
#include "tablebase/retrograde/level_schedule.h"
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

// The bins of all workers for an array of words. A bin is for a region, which is neighbouring
// places. An update is a place and a payload of so many bits.
template <int payload_bits>
class UpdateBins {
 public:
  UpdateBins(std::uint64_t places, std::size_t word_bytes, int threads)
      : shift_(shift_for(places)), regions_((places + (std::uint64_t{1} << shift_) - 1) >> shift_) {
    const std::uint64_t share = record_count(places, word_bytes) / static_cast<unsigned>(threads);
    const std::uint64_t least = least_segments * RecordBins::segment * regions_;
    for (int k = 0; k < threads; ++k) sets_.add(regions_, std::max(share, least));
  }

  // Bytes that the bins of a few workers take for an array of so many places. (Each worker has room
  // for two segments of every bin, so that very many workers take more.)
  static std::uint64_t bytes_needed(std::uint64_t places, std::size_t word_bytes) {
    return record_count(places, word_bytes) * sizeof(std::uint32_t);
  }
  std::uint64_t regions() const { return regions_; }

  // The set that belongs to a worker as long as this lives. At most `threads` at once.
  class Lease {
   public:
    explicit Lease(UpdateBins& bins) : bins_(bins), set_(bins.sets_.take()) {}
    Lease(Lease&&) = delete;

    void push(std::uint64_t place, std::uint32_t payload) {
      assert(payload >> payload_bits == 0);
      const std::uint64_t in_region = place & ((std::uint64_t{1} << bins_.shift_) - 1);
      set_->push(place >> bins_.shift_,
                 static_cast<std::uint32_t>(in_region << payload_bits | payload));
    }
    // To be called now and then: checks whether the bins should be emptied.
    void look() {
      if (set_->is_full()) bins_.full_.store(true, std::memory_order_relaxed);
    }

   private:
    UpdateBins& bins_;
    WorkerPool<RecordBins>::Lease set_;
  };

  // Calls visit(place, payload) for all updates of a region, and some time before that
  // fetch(place).
  template <class Fetch, class Visit>
  void for_each(std::uint64_t region, Fetch&& fetch, Visit&& visit) const {
    constexpr std::size_t ahead = 16;
    const std::uint64_t base = region << shift_;
    const auto place = [&](std::uint32_t record) { return base | record >> payload_bits; };
    for (const RecordBins& set : sets_.items()) {
      set.for_each_segment(region, [&](std::span<const std::uint32_t> records) {
        for (std::size_t k = 0; k < records.size(); ++k) {
          if (k + ahead < records.size()) fetch(place(records[k + ahead]));
          visit(place(records[k]), records[k] & ((1u << payload_bits) - 1));
        }
      });
    }
  }
  bool empty() const {
    return std::ranges::all_of(sets_.items(), [](const RecordBins& set) { return set.empty(); });
  }
  // Whether a worker has seen that they should be emptied. Thread-safe.
  bool is_full() const { return full_.load(std::memory_order_relaxed); }
  // Not while any worker has a lease, like what follows.
  void clear() {
    for (RecordBins& set : sets_.items()) set.clear();
    full_ = false;
  }
  // Applies all updates, those of a region on one thread, and clears the bins. make_apply() makes,
  // for each thread, what is called as apply(place, payload); the words are on their way to the
  // cache by then.
  template <class Storage, class MakeApply>
  void apply_all(HugeArray<Storage>& words, int threads, MakeApply&& make_apply) {
    if (empty()) return;
    parallel_tasks(regions_, threads, [&] {
      return [&, apply = make_apply()](std::uint64_t region) mutable {
        for_each(
            region, [&](std::uint64_t place) { __builtin_prefetch(&words[place], 1); }, apply);
      };
    });
    clear();
  }

 private:
  static constexpr std::uint64_t most_regions = 2048;  // so that all ends are in the cache
  static constexpr int least_shift = 14, most_shift = 32 - payload_bits;
  static constexpr std::uint64_t least_segments = 2;  // of a bin

  static int shift_for(std::uint64_t places) {
    const int wanted = std::bit_width((places + most_regions - 1) / most_regions - 1);
    return std::clamp(wanted, least_shift, most_shift);
  }
  // They take an eighth of what the words take, up to 1 GiB.
  static std::uint64_t record_count(std::uint64_t places, std::size_t word_bytes) {
    return std::min(places * word_bytes / 8 / sizeof(std::uint32_t), std::uint64_t{1} << 28);
  }

  int shift_;
  std::uint64_t regions_;
  std::atomic<bool> full_ = false;
  WorkerPool<RecordBins> sets_;
};

// A bit for each of 64 words: whether it may hold a value of this level.
template <class Word>
std::uint64_t level_hits(const typename Word::Storage* words, int level) {
  std::array<std::uint8_t, 64> hit;  // in a loop of its own, so that it is vectorized
  for (std::size_t k = 0; k < hit.size(); ++k)
    hit[k] = Word::may_have_level(words[k], level) ? 1 : 0;
  std::uint64_t hits = 0;
  for (std::size_t k = 0; k < hit.size(); k += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, &hit[k], sizeof eight);
    hits |= (eight * 0x0102040810204080) >> 56 << k;  // the lowest bit of each byte
  }
  return hits;
}
// Calls visit(k) for the words from number `begin` on, as many as a chunk has, that may hold a
// value of this level.
template <class Word, class Visit>
void for_each_hit(const HugeArray<typename Word::Storage>& words, std::uint64_t begin, int level,
                  Visit&& visit) {
  for (std::uint64_t b = begin; b < begin + chunk_size; b += 64) {
    for (std::uint64_t hits = level_hits<Word>(&words[b], level); hits != 0; hits &= hits - 1)
      visit(b + static_cast<std::uint64_t>(std::countr_zero(hits)));
  }
}

}  // namespace zermelo
