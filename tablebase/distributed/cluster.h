// SPDX-License-Identifier: MIT
// The processes that work together on one solve, called ranks, and how they communicate. Everything
// here is called once per round of work, never in an inner loop, so that virtual functions are fast
// enough.
//
// Every member except the three numbers is collective: all ranks call the same ones in the same
// order, each from one thread at a time. Where a rank cannot go on, it throws, and whatever started
// the ranks tells the others: ThreadCluster::run throws in them, MPI ends them.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <span>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/sorted.h"

namespace zermelo {

class Cluster {
 public:
  virtual ~Cluster() = default;

  // --- Numbers ----------------------------------------------------------------------------------

  // This rank, 0..size()-1, and how many there are.
  virtual int rank() const = 0;
  virtual int size() const = 0;
  // How many of them share this one's machine, itself included.
  virtual int ranks_here() const = 0;

  // --- Collective -------------------------------------------------------------------------------

  enum class Reduction { least, sum, either };  // either: of bits
  // Each number becomes that of all ranks together; the lists have the same length on all of them.
  virtual void reduce(std::span<std::uint64_t> numbers, Reduction how) = 0;
  // How many bytes ranks will send each other. An announcement comes before each delivery; when it
  // returns, all ranks have called it.
  struct Announced {
    std::vector<std::uint64_t> counts, coming;  // to each rank, and from each
    std::uint64_t most_of_rank = 0;             // that any rank sends, or receives, altogether
    std::uint64_t most_between = 0;             // that any rank sends another
  };
  // `counts` has size() elements.
  virtual Announced announce(std::span<const std::uint64_t> counts) = 0;
  // Sends what was announced, for one rank after the other from `bytes` on, and receives what the
  // others send here, in order of rank. The previous contents of `received` are lost.
  virtual void deliver(std::span<const std::byte> bytes, const Announced& announced,
                       std::vector<std::byte>& received) = 0;
  // Both. Returns how many bytes came from each rank.
  std::vector<std::uint64_t> exchange(std::span<const std::byte> bytes,
                                      std::span<const std::uint64_t> counts,
                                      std::vector<std::byte>& received) {
    Announced announced = announce(counts);
    deliver(bytes, announced, received);
    return std::move(announced.coming);
  }
  // Afterwards all ranks have there what rank `from` has.
  virtual void broadcast(std::span<std::byte> bytes, int from) = 0;
  // On rank 0: what all ranks have given, in order of rank. On the others: nothing.
  virtual std::vector<std::byte> gather(std::span<const std::byte> bytes) = 0;
  // Returns when all ranks have called it.
  virtual void barrier() = 0;

 protected:
  // What rank `here` learns from the counts of all ranks.
  static Announced announced_to(std::size_t here,
                                std::span<const std::span<const std::uint64_t>> all) {
    Announced result{.counts = {all[here].begin(), all[here].end()}, .coming = {}};
    for (std::size_t r = 0; r < all.size(); ++r) {
      std::uint64_t sent = 0, arriving = 0;
      for (std::size_t other = 0; other < all.size(); ++other) {
        sent += all[r][other];
        arriving += all[other][r];
        result.most_between = std::max(result.most_between, all[r][other]);
      }
      result.coming.push_back(all[r][here]);
      result.most_of_rank = std::max({result.most_of_rank, sent, arriving});
    }
    return result;
  }
};

// Thrown where another rank has thrown the exception that says what is wrong. It is not to be
// shown.
class PeerFailed : public Error {
 public:
  PeerFailed() : Error("Another rank has failed.") {}
};

// --- Built from these. `cluster` may be null: one process alone.
// ------------------------------------

inline std::uint64_t reduced(Cluster* cluster, std::uint64_t number, Cluster::Reduction how) {
  if (cluster != nullptr) cluster->reduce(std::span(&number, 1), how);
  return number;
}

// Whether it holds on any rank.
inline bool any(Cluster* cluster, bool here) {
  return reduced(cluster, here ? 1 : 0, Cluster::Reduction::either) != 0;
}

inline bool is_first(const Cluster* cluster) { return cluster == nullptr || cluster->rank() == 0; }

// Does something that does not concern the other ranks and may fail: then it fails on all ranks.
// The lowest rank that threw throws its exception again; the others throw PeerFailed, so that a
// single sentence is shown.
template <class Work>
void fail_together(Cluster* cluster, Work&& work) {
  if (cluster == nullptr) return work();
  std::exception_ptr failure;
  try {
    work();
  } catch (...) {
    failure = std::current_exception();
  }
  const auto here = static_cast<std::uint64_t>(cluster->rank());
  const auto nobody = static_cast<std::uint64_t>(cluster->size());
  const std::uint64_t lowest = reduced(cluster, failure ? here : nobody, Cluster::Reduction::least);
  if (lowest == here) std::rethrow_exception(failure);
  if (lowest != nobody) throw PeerFailed();
}

// Rank 0's text, on all ranks.
inline std::string text_of_first(Cluster* cluster, std::string text) {
  if (cluster == nullptr) return text;
  std::uint64_t length = cluster->rank() == 0 ? text.size() : 0;
  length = reduced(cluster, length, Cluster::Reduction::sum);
  text.resize(length);
  cluster->broadcast(std::as_writable_bytes(std::span(text.data(), text.size())), 0);
  return text;
}

// Everything that any rank has, sorted and without repetitions, on all ranks.
template <class Record>
void all_gather(Cluster* cluster, std::vector<Record>& records) {
  static_assert(std::is_trivially_copyable_v<Record>);
  if (cluster != nullptr) {
    const std::vector<std::byte> all = cluster->gather(std::as_bytes(std::span(records)));
    records.resize(reduced(cluster, all.size(), Cluster::Reduction::sum) / sizeof(Record));
    if (!all.empty()) std::memcpy(static_cast<void*>(records.data()), all.data(), all.size());
    cluster->broadcast(std::as_writable_bytes(std::span(records)), 0);
  }
  sort_unique(records);
}

// For long work that rank 0 does alone while the others have nothing to do. Collective. Calls
// work(stop) on rank 0, in another thread if there is a cluster; the others sleep meanwhile. `stop`
// is this rank's and may be null; the one that work is given becomes true when that of any rank
// does. What work throws is thrown again as by fail_together(), but Interrupted is thrown on all
// ranks.
template <class Work>
void first_alone(Cluster* cluster, const std::atomic<bool>* stop, Work&& work) {
  if (cluster == nullptr) return work(stop);
  std::atomic<bool> is_done = false, all_stop = false;
  std::exception_ptr failure;
  std::string interrupted;
  const auto run = [&] {
    try {
      work(&std::as_const(all_stop));
    } catch (const Interrupted& reason) {
      interrupted = reason.what();
    } catch (...) {
      failure = std::current_exception();
    }
    is_done = true;
  };
  // (It is also told to stop if a rank fails meanwhile, which is seen when all ranks meet.)
  struct Worker {
    std::atomic<bool>& stop;
    std::jthread thread = {};
    ~Worker() { stop = true; }
  } worker{all_stop};
  if (is_first(cluster)) worker.thread = std::jthread(run);

  constexpr std::uint64_t done_bit = 1, stop_bit = 2;
  constexpr std::chrono::milliseconds longest(100);
  for (std::chrono::milliseconds sleep(1);; sleep = std::min(2 * sleep, longest)) {
    std::uint64_t bits = is_done ? done_bit : 0;
    if (stop != nullptr && *stop) bits |= stop_bit;
    bits = reduced(cluster, bits, Cluster::Reduction::either);
    if ((bits & stop_bit) != 0) all_stop = true;
    if ((bits & done_bit) != 0) break;
    std::this_thread::sleep_for(sleep);
  }
  if (worker.thread.joinable()) worker.thread.join();
  fail_together(cluster, [&] {
    if (failure) std::rethrow_exception(failure);
  });
  interrupted = text_of_first(cluster, std::move(interrupted));
  if (!interrupted.empty()) throw Interrupted(interrupted);
}

}  // namespace zermelo
