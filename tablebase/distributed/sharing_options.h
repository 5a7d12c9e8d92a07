// SPDX-License-Identifier: MIT
// How ranks share a solve.
#pragma once

#include <cstdint>

#include "tablebase/distributed/cluster.h"
#include "tablebase/distributed/stripes.h"
#include "tablebase/job/memory_limit.h"
#include "tablebase/job/solve_options.h"

namespace zermelo {

// How a game is shared; whatever is 0 is chosen automatically.
struct SharingOptions {
  std::uint64_t memory = no_memory_limit;  // of this rank, bytes
  StripeOptions stripes = {};
  std::uint64_t buffer = 0;  // bytes that wait for a round
};

// With the rank's memory limit, or its share of what is free on its machine.
inline SharingOptions sharing_of(const SolveOptions& options, const Cluster& cluster) {
  return {.memory = MemoryLimit(options.memory_limit, cluster.ranks_here()).bytes()};
}

}  // namespace zermelo
