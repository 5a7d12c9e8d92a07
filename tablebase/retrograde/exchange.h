// SPDX-License-Identifier: MIT
// How updates reach the words that they are for: a policy of the retrograde solver, and of the
// search from the start (kinds/reach/reach_search.h). Alone: all words are here, and nothing of
// this file is left in the compiled solver. Combining: each rank of a cluster has some of the
// words, and updates for the words of others are sent, many together.
//
// Workers put updates for other ranks into bins, one per destination. When a bin is full, all
// workers come to rest where the solver can pause anyway, between chunks; then the ranks exchange
// what is in the bins: that is a round. Updates of a level never concern that level, so the order
// in which they arrive does not matter; and after a round nothing is in transit, so that a level
// ends when no rank has anything left to do in it.
//
// Values of positions that were solved before may also be on other ranks. While members are
// initialised, the bins hold questions about them; members wait for the answers, which are fetched
// in a round.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/parallel.h"
#include "gen/value.h"
#include "gen/worker_pool.h"
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
  // This rank's own number for a place that belongs to it.
  static std::uint64_t own_place(std::uint64_t place) { return place; }
  static constexpr bool has(std::uint64_t) { return true; }
  // How far an own chunk's places are ahead of those in the arrays.
  static constexpr std::uint64_t ahead(std::uint64_t) { return 0; }
  static int next_level(int level) { return level; }
  static void release() {}
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

// The form in which an update for another rank's word is sent: the place among its owner's, the
// move's slot, and whether the value is a win. The value itself is the level plus one.
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

// Records, one after the other.
class RecordBin {
 public:
  // Appends the lowest `bytes` bytes of `record`.
  void append(std::uint64_t record, std::size_t bytes) {
    if (size_ + sizeof record > capacity_) grow(sizeof record);
    std::memcpy(data_.get() + size_, &record, sizeof record);  // (the lowest bytes come first)
    size_ += bytes;
  }
  template <class Record>
  void append_whole(const Record& record) {
    static_assert(std::is_trivially_copyable_v<Record>);
    if (size_ + sizeof record > capacity_) grow(sizeof record);
    std::memcpy(data_.get() + size_, &record, sizeof record);
    size_ += sizeof record;
  }
  std::uint64_t size() const { return size_; }
  std::span<const std::byte> bytes() const { return {data_.get(), size_}; }
  void clear() { size_ = 0; }

 private:
  static_assert(std::endian::native == std::endian::little);
  void grow(std::size_t by) {
    capacity_ = std::max<std::size_t>(256 + by, 2 * capacity_);
    auto larger = std::make_unique_for_overwrite<std::byte[]>(capacity_);
    if (size_ > 0) std::memcpy(larger.get(), data_.get(), size_);
    data_ = std::move(larger);
  }
  std::unique_ptr<std::byte[]> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

// Reads what append_whole has written, in the same order.
class RecordReader {
 public:
  explicit RecordReader(std::span<const std::byte> bytes) : rest_(bytes) {}
  bool at_end() const { return rest_.empty(); }
  template <class Record>
  Record next() {
    std::remove_const_t<Record> record;
    std::memcpy(static_cast<void*>(&record), rest_.data(), sizeof record);
    rest_ = rest_.subspan(sizeof record);
    return record;
  }

 private:
  std::span<const std::byte> rest_;
};

// A graph whose exits' values may be on other ranks. It says whether the answer to a question is
// here; if not, which rank has it, and what to ask that rank, in the lowest question_bytes; and on
// that rank, what to answer, with a preceding call that prefetches the answer from memory.
template <class Graph>
concept AsksOthers = requires(const Graph& graph, const typename Graph::Question& question) {
  { graph.is_here(question) } -> std::same_as<bool>;
  { graph.owner(question) } -> std::same_as<std::uint32_t>;
  { graph.record(question) } -> std::same_as<std::uint64_t>;
  graph.fetch(std::uint64_t{});
  { graph.reply(std::uint64_t{}) } -> std::same_as<Value>;
};
inline constexpr std::size_t question_bytes = 6;

// What exchanges have cost a rank so far.
struct ExchangeCounts {
  std::uint64_t local = 0;  // updates for own words
  std::uint64_t sent = 0;   // and for others'
  std::uint64_t asked = 0;  // values of others
  std::uint64_t bytes = 0;  // of updates sent, questions and answers
  std::uint64_t rounds = 0;
  double waiting = 0;     // seconds until the other ranks were also ready for a round
  double exchanging = 0;  // seconds of sending and receiving

  double local_share() const {
    const double all = static_cast<double>(local + sent);
    return all == 0 ? 1 : static_cast<double>(local) / all;
  }
};

// A cluster's ranks share the words, as Shares says: GroupShares (group_shares.h), or
// kinds/codes/shared_codes.h for places that are members' numbers. Shares has
//   chunks(), group_chunk(own)   own chunks, and which chunk of the graph one of them is
//   location(place), is_own(location)   whose word it is, and at which of the owner's places
//   arrived(sent)       the own place of an update that another rank has sent to
//   location(..).place;
//                       nothing if there is no word for it; expect(sent) prefetches what that reads
template <class Shares>
class CombiningOver {
  struct BinSet;

 public:
  static constexpr bool is_alone = false;

  // Everything pointed to must outlive the exchange. `quota`: bytes that a bin may hold for one
  // destination before a round is due; a bin may end up longer by what one chunk produces.
  struct Setup {
    Cluster* cluster = nullptr;
    const Shares* shares = nullptr;
    std::uint64_t quota = std::uint64_t{1} << 20;
    ExchangeCounts* counts = nullptr;
  };
  CombiningOver(const Setup& setup, int threads)
      : cluster_(*setup.cluster),
        shares_(*setup.shares),
        counts_(*setup.counts),
        threads_(threads),
        quota_(std::max<std::uint64_t>(1, setup.quota / static_cast<std::uint64_t>(threads))) {
    for (int k = 0; k < threads; ++k)
      sets_.add().bins.resize(static_cast<std::size_t>(cluster_.size()));
  }

  std::uint64_t own_places(std::uint64_t) const { return shares_.chunks() * chunk_size; }
  std::uint64_t own_place(std::uint64_t place) const { return shares_.location(place).place; }
  bool has(std::uint64_t place) const { return is_own(location(place)); }
  std::uint64_t ahead(std::uint64_t chunk) const {
    return (shares_.group_chunk(chunk) - chunk) * chunk_size;
  }
  Location location(std::uint64_t place) const { return shares_.location(place); }
  bool is_own(const Location& location) const { return shares_.is_own(location); }
  std::optional<std::uint64_t> arrived(std::uint64_t sent) const { return shares_.arrived(sent); }
  void expect(std::uint64_t sent) const { shares_.expect(sent); }

  // --- Bins -------------------------------------------------------------------------------------

  // Belongs to a worker as long as it lives; made and used on any thread, but only while no round
  // is going on.
  class Bins {
   public:
    explicit Bins(CombiningOver& exchange) : x_(exchange), set_(x_.sets_.take()) {}
    Bins(Bins&&) = delete;
    ~Bins() { set_->local += local_; }

    // Pushes the lowest `bytes` bytes of `record`.
    void push(std::uint32_t rank, std::uint64_t record, std::size_t bytes) {
      set_->bins[rank].append(record, bytes);
    }
    void count_local() { ++local_; }
    // What waits for answers: the member, then the rank of each question, in the order in which
    // they were pushed.
    RecordBin& waiting() { return set_->waiting; }
    // To be called between chunks: checks whether a bin is full.
    void look() {
      bool full = set_->waiting.size() >= x_.quota_ * set_->bins.size();
      for (const RecordBin& bin : set_->bins) full |= bin.size() >= x_.quota_;
      if (full) x_.full_.store(true, std::memory_order_relaxed);
    }

   private:
    friend CombiningOver;
    CombiningOver& x_;
    typename WorkerPool<BinSet>::Lease set_;
    std::uint64_t local_ = 0;  // (separate, since it is counted in the innermost loop)
  };
  // Whether a round is due. Thread-safe.
  bool is_full() const { return full_.load(std::memory_order_relaxed); }

  // Releases the memory of its buffers: there will be no more rounds.
  void release() {
    for (BinSet& set : sets_.items()) {
      for (RecordBin& bin : set.bins) bin = {};
      set.waiting = {};
    }
    sending_ = {};
    received_ = {};
  }

  // --- Rounds: collective, when no worker is at work --------------------------------------------

  // Empties all bins. Returns what has arrived for this rank; valid until the next round.
  std::span<const std::byte> round(std::size_t record_bytes) {
    exchange_bins();
    counts_.sent += sending_.size() / record_bytes;
    return received_;
  }

  // The answers to the questions of one worker, in the order in which it has asked each rank.
  class Answers {
   public:
    Value next(std::uint32_t rank) {
      std::int16_t raw = 0;
      std::memcpy(&raw, next_[rank], sizeof raw);
      next_[rank] += sizeof raw;
      return Value::from_raw(raw);
    }

   private:
    friend CombiningOver;
    std::vector<const std::byte*> next_;  // by rank
  };
  // Empties all bins, which hold questions: sends these, answers those of other ranks, and calls
  // take_up(waiting, answers) with what each worker has waiting, from several threads at once.
  template <AsksOthers Graph, class TakeUp>
  void ask(const Graph& graph, TakeUp&& take_up) {
    std::vector<Answers> answers(sets_.items().size());
    const auto answered = lengths_of_answers();
    const std::vector<std::uint64_t> asked_by = exchange_bins();
    const auto begin = Clock::now();
    counts_.asked += sending_.size() / question_bytes;
    reply_to_all(graph);
    std::vector<std::uint64_t> counts;
    for (const std::uint64_t bytes : asked_by) counts.push_back(bytes / question_bytes * 2);
    cluster_.exchange(sending_, counts, received_);
    counts_.bytes += sending_.size();
    counts_.exchanging += seconds(Clock::now() - begin);
    const std::byte* next = received_.data();
    for (std::size_t rank = 0; rank < counts.size(); ++rank) {
      for (std::size_t s = 0; s < sets_.items().size(); ++s) {
        answers[s].next_.push_back(next);
        next += answered[s][rank];
      }
    }
    parallel_tasks(sets_.items().size(), threads_, [&] {
      return [&](std::uint64_t s) {
        take_up(RecordReader(sets_.items()[s].waiting.bytes()), answers[s]);
        sets_.items()[s].waiting.clear();
      };
    });
  }

  // Whether it holds on any rank.
  struct Status {
    bool has_more = false, pauses = false, is_too_narrow = false;
  };
  Status fail_together(const Status& here) {
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
  // Throws what `refuse` throws, on one rank; all ranks call it.
  template <class Refuse>
  void refuse(Refuse&& refuse) {
    zermelo::fail_together(&cluster_, refuse);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double seconds(Clock::duration time) {
    return std::chrono::duration<double>(time).count();
  }

  // Used by one worker at a time.
  struct BinSet {
    std::vector<RecordBin> bins;  // by destination
    std::uint64_t local = 0;      // updates that needed no bin
    RecordBin waiting;            // members, for the answers to the questions in the bins
  };

  // Sends what is in the bins. Returns how many bytes have arrived from each rank.
  std::vector<std::uint64_t> exchange_bins() {
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(cluster_.size()));
    collect(counts);
    full_ = false;
    counts_.bytes += sending_.size();
    ++counts_.rounds;
    const auto begin = Clock::now();
    Cluster::Announced announced = cluster_.announce(counts);
    const auto all_are_here = Clock::now();
    cluster_.deliver(sending_, announced, received_);
    counts_.waiting += seconds(all_are_here - begin);
    counts_.exchanging += seconds(Clock::now() - all_are_here);
    return std::move(announced.coming);
  }

  // The bytes of the answers to each worker's questions to each rank.
  std::vector<std::vector<std::uint64_t>> lengths_of_answers() const {
    std::vector<std::vector<std::uint64_t>> lengths;
    for (const BinSet& set : sets_.items()) {
      lengths.emplace_back();
      for (const RecordBin& bin : set.bins)
        lengths.back().push_back(bin.size() / question_bytes * sizeof(std::int16_t));
    }
    return lengths;
  }
  // The answers to the questions that have arrived, as raw values of 16 bits, ready to be sent.
  template <class Graph>
  void reply_to_all(const Graph& graph) {
    const std::uint64_t count = received_.size() / question_bytes;
    sending_.resize(count * sizeof(std::int16_t));
    const auto question = [&](std::uint64_t n) {
      std::uint64_t record = 0;
      std::memcpy(&record, received_.data() + n * question_bytes, question_bytes);
      return record;
    };
    constexpr std::uint64_t a_task = 4096, ahead = 16;
    parallel_tasks((count + a_task - 1) / a_task, threads_, [&] {
      return [&](std::uint64_t task) {
        const std::uint64_t end = std::min(count, (task + 1) * a_task);
        for (std::uint64_t n = task * a_task; n < end; ++n) {
          if (n + ahead < end) graph.fetch(question(n + ahead));
          const std::int16_t raw = graph.reply(question(n)).raw();
          std::memcpy(sending_.data() + n * sizeof raw, &raw, sizeof raw);
        }
      };
    });
  }

  // What is in the bins, by destination, and how many bytes of it go to each.
  void collect(std::vector<std::uint64_t>& counts) {
    sending_.clear();
    for (std::size_t rank = 0; rank < counts.size(); ++rank) {
      for (BinSet& set : sets_.items()) {
        const auto bytes = set.bins[rank].bytes();
        sending_.insert(sending_.end(), bytes.begin(), bytes.end());
        counts[rank] += bytes.size();
        set.bins[rank].clear();
      }
    }
    for (BinSet& set : sets_.items()) counts_.local += std::exchange(set.local, 0);
  }

  Cluster& cluster_;
  const Shares& shares_;
  ExchangeCounts& counts_;
  int threads_;
  std::uint64_t quota_;  // of a worker's bin
  WorkerPool<BinSet> sets_;
  std::atomic<bool> full_ = false;
  std::vector<std::byte> sending_, received_;
};

// For words by places of a group of slices.
using Combining = CombiningOver<GroupShares>;

}  // namespace zermelo
