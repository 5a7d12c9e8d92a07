// SPDX-License-Identifier: MIT
// What the verbs ask of all ranks together.
#pragma once

#include <cstdint>
#include <string>

#include "tablebase/distributed/cluster.h"

namespace zermelo::cli {

// Collective: the most that any rank has; the second, of seconds.
std::uint64_t most_of_ranks(Cluster& cluster, std::uint64_t number);
double most_seconds_of_ranks(Cluster& cluster, double seconds);

// `wanted`, or all processors that this process may use; where ranks are not bound to some of them,
// a share.
int threads_a_rank(int wanted, const Cluster& cluster);

// "4, 1 thread each (Open MPI v4.1.4)".
std::string ranks_text(const Cluster& cluster, int threads);
// "0.1 s for others, 0.2 s exchanging, at most".
std::string waiting_text(double waiting, double exchanging);

}  // namespace zermelo::cli
