// SPDX-License-Identifier: MIT
// A cluster of processes under MPI. Its source is the only one that includes mpi.h, and is compiled
// with -DZERMELO_MPI=ON only.
#pragma once

#include "tablebase/distributed/cluster.h"

namespace zermelo {

// MPI lasts as long as the object; a process has one, and only once. All calls are made from the
// thread that made it. What MPI itself finds wrong ends all ranks, with a message of its own.
class MpiCluster final : public Cluster {
 public:
  // `argc` and `argv` as main has them; MPI may take away what is its own. MPI counts bytes in
  // ints, so what is longer than `most_at_once` goes in pieces; the number is another one for
  // tests. Throws Error if this MPI does not let processes have threads.
  MpiCluster(int& argc, char**& argv, std::uint64_t most_at_once = std::uint64_t{1} << 30);
  MpiCluster(const MpiCluster&) = delete;
  MpiCluster& operator=(const MpiCluster&) = delete;
  ~MpiCluster() override;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int ranks_here() const override { return ranks_here_; }
  void reduce(std::span<std::uint64_t> numbers, Reduction how) override;
  std::vector<std::uint64_t> exchange(std::span<const std::byte> bytes,
                                      std::span<const std::uint64_t> counts,
                                      std::vector<std::byte>& received) override;
  void broadcast(std::span<std::byte> bytes, int from) override;
  std::vector<std::byte> gather(std::span<const std::byte> bytes) override;
  void barrier() override;

  // Ends the processes of all ranks, this one too.
  [[noreturn]] static void abort(int exit_code);
  // The library's name and version.
  static std::string library();

 private:
  std::uint64_t most_at_once_;
  int rank_ = 0, size_ = 1, ranks_here_ = 1;
};

}  // namespace zermelo
