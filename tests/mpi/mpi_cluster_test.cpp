// SPDX-License-Identifier: MIT
// The cluster under MPI, a program of its own: `mpirun -np N mpi_cluster_test`. Ends with 0 if
// every rank got what it should, with bytes whole and in small pieces.
#include "tablebase/distributed/mpi_cluster.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace zermelo;

int failures = 0;
void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "wrong: %s\n", what);
  ++failures;
}

std::vector<std::byte> filled(std::size_t length, int seed) {
  std::vector<std::byte> bytes(length);
  for (std::size_t i = 0; i < length; ++i)
    bytes[i] = static_cast<std::byte>(i * 7 + static_cast<std::size_t>(seed));
  return bytes;
}
void append(std::vector<std::byte>& all, const std::vector<std::byte>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

void check_numbers(Cluster& cluster) {
  const auto rank = static_cast<std::uint64_t>(cluster.rank());
  const auto size = static_cast<std::uint64_t>(cluster.size());
  expect(cluster.ranks_here() == cluster.size(), "all ranks are on one machine in this test");
  std::uint64_t numbers[] = {rank + 5, ~std::uint64_t{0} - rank};
  cluster.reduce(numbers, Cluster::Reduction::least);
  expect(numbers[0] == 5 && numbers[1] == ~std::uint64_t{0} - (size - 1), "least");
  // (MPICH 4.0 treats large unsigned numbers as negative ones.)
  const std::uint64_t large = rank == size - 1 ? 60 : ~std::uint64_t{0} - rank;
  expect(reduced(&cluster, large, Cluster::Reduction::least) == 60, "least of large numbers");
  expect(reduced(&cluster, rank + 1, Cluster::Reduction::sum) == size * (size + 1) / 2, "sum");
  expect(any(&cluster, rank == size - 1) && !any(&cluster, false), "any");
  expect(text_of_first(&cluster, rank == 0 ? "a text" : "") == "a text", "text");
}

// Rank s sends about `scale` bytes to rank r, or none. (Messages of different lengths go different
// ways through MPI.)
void check_exchange(Cluster& cluster, int scale) {
  const auto length = [&](int from, int to) {
    return (from + to) % 3 == 0 ? std::size_t{0}
                                : static_cast<std::size_t>(scale * (from + 1) + 77 * to + 1);
  };
  const int me = cluster.rank();
  std::vector<std::byte> bytes, received = filled(3, 1), expected;
  std::vector<std::uint64_t> counts;
  for (int r = 0; r < cluster.size(); ++r) {
    append(bytes, filled(length(me, r), 10 * me + r));
    counts.push_back(length(me, r));
    append(expected, filled(length(r, me), 10 * r + me));
  }
  for (int round = 0; round < 3; ++round) {
    cluster.exchange(bytes, counts, received);
    expect(received == expected, "exchange");
  }
}

void check_one_to_all(Cluster& cluster) {
  for (int from = 0; from < cluster.size(); ++from) {
    auto bytes = filled(10'001, cluster.rank());
    cluster.broadcast(bytes, from);
    expect(bytes == filled(10'001, from), "broadcast");
  }
  std::vector<std::byte> expected;
  for (int r = 0; r < cluster.size() && cluster.rank() == 0; ++r)
    append(expected, filled(static_cast<std::size_t>(500 * r), r));
  const auto own = filled(static_cast<std::size_t>(500 * cluster.rank()), cluster.rank());
  expect(cluster.gather(own) == expected, "gather");
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t most_at_once =
      argc > 1 ? std::strtoull(argv[1], nullptr, 10) : std::uint64_t{1} << 30;
  zermelo::MpiCluster cluster(argc, argv, most_at_once);
  check_numbers(cluster);
  for (const int scale : {1, 1000, 50'000, 300'000}) check_exchange(cluster, scale);
  check_one_to_all(cluster);
  cluster.barrier();
  return any(&cluster, failures > 0) ? 1 : 0;
}
