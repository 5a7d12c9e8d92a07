// SPDX-License-Identifier: MIT
// A cluster of threads in one process, for tests: solves by several ranks can be tried without MPI,
// under sanitizers and in a debugger.
#pragma once

#include <functional>

#include "tablebase/distributed/cluster.h"

namespace zermelo {

class ThreadCluster final : public Cluster {
 public:
  // Calls body(cluster) on `ranks` threads, each with a cluster of its own rank, and returns when
  // all have returned. If one throws, the others are thrown out of whatever they are waiting in
  // (PeerFailed), and the first exception other than PeerFailed is thrown again here.
  static void run(int ranks, const std::function<void(Cluster&)>& body);

  int rank() const override { return rank_; }
  int size() const override;
  int ranks_here() const override { return size(); }
  void reduce(std::span<std::uint64_t> numbers, Reduction how) override;
  Announced announce(std::span<const std::uint64_t> counts) override;
  void deliver(std::span<const std::byte> bytes, const Announced& announced,
               std::vector<std::byte>& received) override;
  void broadcast(std::span<std::byte> bytes, int from) override;
  std::vector<std::byte> gather(std::span<const std::byte> bytes) override;
  void barrier() override;

 private:
  struct Meeting;
  ThreadCluster(Meeting& meeting, int rank) : meeting_(meeting), rank_(rank) {}
  // Shows the other ranks where this rank's share lies; from its return until `leave`, all ranks
  // may read what all have shown.
  void meet(const void* share);
  void leave() { barrier(); }
  template <class Share>
  const Share& share_of(int rank) const;

  Meeting& meeting_;
  int rank_;
};

}  // namespace zermelo
