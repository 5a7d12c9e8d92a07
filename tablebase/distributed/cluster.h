// SPDX-License-Identifier: MIT
// The processes that work on one solve together, called ranks: what they ask of each other. All of
// it is called once a round of work, never in an inner loop, so that virtual functions do.
//
// Every member but the three numbers is collective: all ranks call the same ones in the same order,
// each from one thread at a time. Where a rank cannot go on, it throws, and the others are told by
// whoever started them all: ThreadCluster::run throws in them, MPI ends them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <span>
#include <string>
#include <type_traits>
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
  // Each number becomes that of all ranks together; lists of the same length on all of them.
  virtual void reduce(std::span<std::uint64_t> numbers, Reduction how) = 0;
  // Sends `counts[r]` bytes to rank r, one after the other from `bytes` on, and receives what the
  // others send here, in order of rank; counts has size() elements. What was in `received` is lost.
  // Returns how many bytes came from each rank.
  virtual std::vector<std::uint64_t> exchange(std::span<const std::byte> bytes,
                                              std::span<const std::uint64_t> counts,
                                              std::vector<std::byte>& received) = 0;
  // What rank `from` has there, all have.
  virtual void broadcast(std::span<std::byte> bytes, int from) = 0;
  // On rank 0: what all have given, in order of rank. On the others: nothing.
  virtual std::vector<std::byte> gather(std::span<const std::byte> bytes) = 0;
  // Returns when all have called it.
  virtual void barrier() = 0;
};

// Thrown where another rank has thrown what says what is wrong. Not to be shown.
class PeerFailed : public Error {
 public:
  PeerFailed() : Error("Another rank has failed.") {}
};

// --- Made of these. `cluster` may be null: one process alone. ------------------------------------

inline std::uint64_t reduced(Cluster* cluster, std::uint64_t number, Cluster::Reduction how) {
  if (cluster != nullptr) cluster->reduce(std::span(&number, 1), how);
  return number;
}

// Whether it holds on any rank.
inline bool any(Cluster* cluster, bool here) {
  return reduced(cluster, here ? 1 : 0, Cluster::Reduction::either) != 0;
}

inline bool is_first(const Cluster* cluster) { return cluster == nullptr || cluster->rank() == 0; }

// Does something that is no matter of the others and may fail: then it fails on all ranks. What is
// thrown comes out of the lowest rank that threw; out of the others comes PeerFailed, so that one
// sentence is said.
template <class Work>
void agree(Cluster* cluster, Work&& work) {
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

// A text of rank 0 on all ranks.
inline std::string text_of_first(Cluster* cluster, std::string text) {
  if (cluster == nullptr) return text;
  std::uint64_t length = cluster->rank() == 0 ? text.size() : 0;
  length = reduced(cluster, length, Cluster::Reduction::sum);
  text.resize(length);
  cluster->broadcast(std::as_writable_bytes(std::span(text.data(), text.size())), 0);
  return text;
}

// What any rank has, sorted and each once, on all of them.
template <class Record>
void unite(Cluster* cluster, std::vector<Record>& records) {
  static_assert(std::is_trivially_copyable_v<Record>);
  if (cluster != nullptr) {
    const std::vector<std::byte> all = cluster->gather(std::as_bytes(std::span(records)));
    records.resize(reduced(cluster, all.size(), Cluster::Reduction::sum) / sizeof(Record));
    if (!all.empty()) std::memcpy(static_cast<void*>(records.data()), all.data(), all.size());
    cluster->broadcast(std::as_writable_bytes(std::span(records)), 0);
  }
  sort_unique(records);
}

}  // namespace zermelo
