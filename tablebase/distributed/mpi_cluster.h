// SPDX-License-Identifier: MIT
// A cluster of processes under MPI. Its source is the only one that includes mpi.h, and it is
// compiled only with -DZERMELO_MPI=ON.
#pragma once

#include "tablebase/distributed/cluster.h"

namespace zermelo {

// MPI lasts as long as the object; a process can have only one, and only once. All calls are made
// from the thread that made it. An error that MPI itself finds ends all ranks, with MPI's own
// message.
class MpiCluster final : public Cluster {
 public:
  // `argc` and `argv` are those of main; MPI may remove its own arguments. MPI counts bytes in
  // ints, so whatever is longer than `most_at_once` is sent in pieces; tests use another number.
  // Throws Error if this MPI does not let processes use threads.
  MpiCluster(int& argc, char**& argv, std::uint64_t most_at_once = std::uint64_t{1} << 30);
  MpiCluster(const MpiCluster&) = delete;
  MpiCluster& operator=(const MpiCluster&) = delete;
  ~MpiCluster() override;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int ranks_here() const override { return ranks_here_; }
  void reduce(std::span<std::uint64_t> numbers, Reduction how) override;
  Announced announce(std::span<const std::uint64_t> counts) override;
  void deliver(std::span<const std::byte> bytes, const Announced& announced,
               std::vector<std::byte>& received) override;
  void broadcast(std::span<std::byte> bytes, int from) override;
  std::vector<std::byte> gather(std::span<const std::byte> bytes) override;
  void barrier() override;

  // Ends the processes of all ranks, including this one.
  [[noreturn]] static void abort(int exit_code);
  // The library's name and version.
  static std::string library();

 private:
  std::uint64_t most_at_once_;
  int rank_ = 0, size_ = 1, ranks_here_ = 1;
};

}  // namespace zermelo
