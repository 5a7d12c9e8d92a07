// SPDX-License-Identifier: MIT
// What the verbs need from all ranks together.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "cli/resources.h"
#include "tablebase/distributed/cluster.h"

namespace zermelo::cli {

// Collective: the most that any rank has; the second function is for seconds.
std::uint64_t most_of_ranks(Cluster& cluster, std::uint64_t number);
double most_seconds_of_ranks(Cluster& cluster, double seconds);

// What exchanges have cost all ranks together: `summed` members become sums; rounds and seconds are
// the greatest of any rank.
template <class Counts>
struct RankTotals {
  Counts counts;
  std::uint64_t most_memory = 0;  // of a rank, bytes
};
// Collective.
template <class Counts>
RankTotals<Counts> totals_of(Cluster& cluster, const Counts& own,
                             std::initializer_list<std::uint64_t Counts::*> summed) {
  RankTotals<Counts> all{own, most_of_ranks(cluster, peak_memory())};
  for (const auto member : summed)
    all.counts.*member = reduced(&cluster, own.*member, Cluster::Reduction::sum);
  all.counts.rounds = most_of_ranks(cluster, own.rounds);
  all.counts.waiting = most_seconds_of_ranks(cluster, own.waiting);
  all.counts.exchanging = most_seconds_of_ranks(cluster, own.exchanging);
  return all;
}

// `wanted`, or all processors that this process may use; where ranks are not bound to certain
// processors, a share of them.
int threads_a_rank(int wanted, const Cluster& cluster);

// "4, 1 thread each (Open MPI v4.1.4)".
std::string ranks_text(const Cluster& cluster, int threads);
// "0.1 s for others, 0.2 s exchanging, at most".
std::string waiting_text(double waiting, double exchanging);

}  // namespace zermelo::cli
