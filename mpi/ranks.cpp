// SPDX-License-Identifier: MIT
#include "mpi/ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "cli/output.h"
#include "gen/parallel.h"
#include "gen/text/counted.h"
#include "tablebase/distributed/mpi_cluster.h"

namespace zermelo::cli {

std::uint64_t most_of_ranks(Cluster& cluster, std::uint64_t number) {
  return ~reduced(&cluster, ~number, Cluster::Reduction::least);
}

double most_seconds_of_ranks(Cluster& cluster, double seconds) {
  constexpr double micro = 1e6;
  return static_cast<double>(most_of_ranks(cluster, static_cast<std::uint64_t>(micro * seconds))) /
         micro;
}

int threads_a_rank(int wanted, const Cluster& cluster) {
  if (wanted > 0) return wanted;
  const int usable = thread_count(0);
  const bool is_bound = usable < static_cast<int>(std::thread::hardware_concurrency());
  return is_bound ? usable : std::max(1, usable / cluster.ranks_here());
}

std::string ranks_text(const Cluster& cluster, int threads) {
  return fmt::format("{}, {} each ({})", cluster.size(),
                     counted(static_cast<unsigned>(threads), "thread", "threads"),
                     MpiCluster::library());
}

std::string waiting_text(double waiting, double exchanging) {
  return fmt::format("{:.1f} s for others, {:.1f} s exchanging, at most", waiting, exchanging);
}

}  // namespace zermelo::cli
