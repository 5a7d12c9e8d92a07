// SPDX-License-Identifier: MIT
// How the retrograde solver's updates come to the words that they are for: a policy of the solver.
// Alone: all words are here, and nothing of this file is left in the compiled solver. Combining:
// each rank of a cluster has some, and updates for others' are sent, many together.
//
// Workers put updates for other ranks into bins, one a destination. When a bin is full all come to
// rest where the solver can pause anyway, between chunks; then the ranks exchange what is in the
// bins: a round. Updates of a level never concern that level, so the order in which they come does
// not matter; and after a round nothing is under way, so that a level ends when no rank has
// anything left to do in it.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "tablebase/distributed/cluster.h"
#include "tablebase/distributed/group_shares.h"
#include "tablebase/retrograde/level_schedule.h"

namespace zermelo {

// All words are here.
class Alone {
 public:
  static constexpr bool is_alone = true;
  struct Setup {};
  explicit Alone(const Setup&, int) {}

  static std::uint64_t own_places(std::uint64_t places) { return places; }
  // The own place of a place that is this rank's.
  static std::uint64_t own_place(std::uint64_t place) { return place; }
  static int next_level(int level) { return level; }
  static constexpr bool is_full() { return false; }
  class Bins {
   public:
    explicit Bins(Alone&) {}
    static void look() {}
  };
  template <class Refuse>
  static void refuse(Refuse&& refuse) {
    refuse();
  }
};

// What an update for another rank's word is sent as: the place among its owner's, the move's slot,
// and whether the value is a win. The value itself is the level plus one.
template <class Word>
class UpdateRecord {
 public:
  static constexpr int place_bits = 40;
  static constexpr int slot_bits = [] {
    if constexpr (Word::forbids) return static_cast<int>(std::bit_width(Word::no_slot));
    return 0;
  }();
  static constexpr std::size_t bytes = place_bits + slot_bits + 1 <= 48 ? 6 : 8;
  static_assert(place_bits + slot_bits + 1 <= 64);

  static constexpr std::uint64_t pack(std::uint64_t place, unsigned slot, bool wins) {
    return place | std::uint64_t{slot} << place_bits |
           std::uint64_t{wins ? 1u : 0u} << (place_bits + slot_bits);
  }
  static constexpr std::uint64_t place(std::uint64_t record) {
    return record & ((std::uint64_t{1} << place_bits) - 1);
  }
  static constexpr unsigned slot(std::uint64_t record) {
    return static_cast<unsigned>(record >> place_bits & ((1u << slot_bits) - 1));
  }
  static constexpr bool wins(std::uint64_t record) {
    return (record >> (place_bits + slot_bits) & 1) != 0;
  }
};

// What exchanges have cost a rank so far.
struct ExchangeCounts {
  std::uint64_t local = 0;  // updates for own words
  std::uint64_t sent = 0;   // and for others'
  std::uint64_t bytes = 0;  // of those
  std::uint64_t rounds = 0;
  double waiting = 0;     // seconds until the other ranks were ready for a round, too
  double exchanging = 0;  // seconds of sending and receiving

  double local_share() const {
    const double all = static_cast<double>(local + sent);
    return all == 0 ? 1 : static_cast<double>(local) / all;
  }
};

// A cluster's ranks share the words.
class Combining {
  struct BinSet;

 public:
  static constexpr bool is_alone = false;

  // What is pointed to must outlive the exchange. `quota`: bytes that a bin may hold for one
  // destination before a round is due; a bin may end up longer by what a chunk makes.
  struct Setup {
    Cluster* cluster = nullptr;
    const GroupShares* shares = nullptr;
    std::uint64_t quota = std::uint64_t{1} << 20;
    ExchangeCounts* counts = nullptr;
  };
  Combining(const Setup& setup, int threads)
      : cluster_(*setup.cluster),
        shares_(*setup.shares),
        counts_(*setup.counts),
        quota_(std::max<std::uint64_t>(1, setup.quota / static_cast<std::uint64_t>(threads))),
        sets_(static_cast<std::size_t>(threads)) {
    for (BinSet& set : sets_) {
      set.bins.resize(static_cast<std::size_t>(cluster_.size()));
      free_.push_back(&set);
    }
  }

  std::uint64_t own_places(std::uint64_t) const { return shares_.chunks() * chunk_size; }
  std::uint64_t own_place(std::uint64_t place) const { return shares_.home(place).place; }
  std::uint64_t group_chunk(std::uint64_t own) const { return shares_.group_chunk(own); }
  GroupShares::Home home(std::uint64_t place) const { return shares_.home(place); }
  bool is_own(const GroupShares::Home& home) const { return shares_.is_own(home); }

  // --- Bins -------------------------------------------------------------------------------------

  // A worker's, as long as it lives; made and used on any thread, but only while no round is on.
  class Bins {
   public:
    explicit Bins(Combining& exchange) : x_(exchange), set_(x_.take()) {}
    Bins(Bins&&) = delete;
    ~Bins() { x_.give_back(set_); }

    // `bytes` of `record`, its lowest.
    void push(std::uint32_t rank, std::uint64_t record, std::size_t bytes) {
      set_->bins[rank].append(record, bytes);
    }
    void count_local() { ++set_->local; }
    // Between chunks: looks whether a bin is full.
    void look() {
      for (const Bin& bin : set_->bins) {
        if (bin.size() >= x_.quota_) x_.full_.store(true, std::memory_order_relaxed);
      }
    }

   private:
    friend Combining;
    Combining& x_;
    BinSet* set_;
  };
  // Whether a round is due. Thread-safe.
  bool is_full() const { return full_.load(std::memory_order_relaxed); }

  // --- Rounds: collective, when no worker is at work --------------------------------------------

  // Empties all bins. Returns what has come for this rank, until the next round.
  std::span<const std::byte> round(std::size_t record_bytes) {
    const auto begin = Clock::now();
    cluster_.barrier();
    const auto all_ready = Clock::now();
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(cluster_.size()));
    collect(counts);
    cluster_.exchange(sending_, counts, received_);
    full_ = false;
    counts_.sent += sending_.size() / record_bytes;
    counts_.bytes += sending_.size();
    ++counts_.rounds;
    counts_.waiting += seconds(all_ready - begin);
    counts_.exchanging += seconds(Clock::now() - all_ready);
    return received_;
  }

  // What holds on any rank.
  struct Status {
    bool has_more, pauses, is_too_narrow;
  };
  Status agree(const Status& here) {
    const std::uint64_t bits =
        (here.has_more ? 1u : 0u) | (here.pauses ? 2u : 0u) | (here.is_too_narrow ? 4u : 0u);
    const std::uint64_t all = reduced(&cluster_, bits, Cluster::Reduction::either);
    return {(all & 1) != 0, (all & 2) != 0, (all & 4) != 0};
  }
  // The lowest level at which any rank has something to do.
  int next_level(int here) {
    constexpr std::uint64_t never = ~std::uint64_t{0};
    const std::uint64_t mine =
        here == LevelSchedule::done ? never : static_cast<std::uint64_t>(here);
    const std::uint64_t least = reduced(&cluster_, mine, Cluster::Reduction::least);
    return least == never ? LevelSchedule::done : static_cast<int>(least);
  }
  // Throws what `refuse` throws, on one rank; all call it.
  template <class Refuse>
  void refuse(Refuse&& refuse) {
    zermelo::agree(&cluster_, refuse);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double seconds(Clock::duration time) {
    return std::chrono::duration<double>(time).count();
  }

  // Records one after the other.
  class Bin {
   public:
    void append(std::uint64_t record, std::size_t bytes) {
      if (size_ + sizeof record > capacity_) grow();
      std::memcpy(data_.get() + size_, &record, sizeof record);  // (the lowest bytes come first)
      size_ += bytes;
    }
    std::uint64_t size() const { return size_; }
    std::span<const std::byte> bytes() const { return {data_.get(), size_}; }
    void clear() { size_ = 0; }

   private:
    static_assert(std::endian::native == std::endian::little);
    void grow() {
      capacity_ = std::max<std::size_t>(256, 2 * capacity_);
      auto larger = std::make_unique_for_overwrite<std::byte[]>(capacity_);
      if (size_ > 0) std::memcpy(larger.get(), data_.get(), size_);
      data_ = std::move(larger);
    }
    std::unique_ptr<std::byte[]> data_;
    std::size_t size_ = 0, capacity_ = 0;
  };
  // Of one worker at a time.
  struct BinSet {
    std::vector<Bin> bins;    // by destination
    std::uint64_t local = 0;  // updates that needed none
  };

  BinSet* take() {
    const std::lock_guard lock(mutex_);
    BinSet* set = free_.back();
    free_.pop_back();
    return set;
  }
  void give_back(BinSet* set) {
    const std::lock_guard lock(mutex_);
    free_.push_back(set);
  }

  // What is in the bins, by destination, and how many bytes of it go to each.
  void collect(std::vector<std::uint64_t>& counts) {
    sending_.clear();
    for (std::size_t rank = 0; rank < counts.size(); ++rank) {
      for (BinSet& set : sets_) {
        const auto bytes = set.bins[rank].bytes();
        sending_.insert(sending_.end(), bytes.begin(), bytes.end());
        counts[rank] += bytes.size();
        set.bins[rank].clear();
      }
    }
    for (BinSet& set : sets_) counts_.local += std::exchange(set.local, 0);
  }

  Cluster& cluster_;
  const GroupShares& shares_;
  ExchangeCounts& counts_;
  std::uint64_t quota_;  // of a worker's bin
  std::vector<BinSet> sets_;
  std::mutex mutex_;
  std::vector<BinSet*> free_;
  std::atomic<bool> full_ = false;
  std::vector<std::byte> sending_, received_;
};

}  // namespace zermelo
