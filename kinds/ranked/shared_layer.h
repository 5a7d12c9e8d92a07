// SPDX-License-Identifier: MIT
// A layer of Connect Four's boards by the ranks of a cluster (kinds/ranked/hybrid.h has it for
// one process). The diagrams are on all of them. A process has a range of the boards, as whole
// tasks: a task is all boards that begin with certain columns. The successors of a task's boards
// are a few ranges of the layer above, so a batch of tasks fetches these, and nothing else is
// requested after that.
#pragma once

#include <cstdint>

#include "gen/connect/parameters.h"
#include "kinds/ranked/hybrid.h"
#include "kinds/ranked/outcome_fetch.h"
#include "kinds/ranked/outcome_vector.h"
#include "symbolic/bdd/frozen_bdd.h"
#include "tablebase/distributed/cluster.h"

namespace zermelo::symbolic {

// What a batch takes, in bytes: for what is fetched, its tasks, what is sent and what is received.
inline constexpr std::uint64_t batch_parts = 4;
// The most boards in a task, if they can be divided: small enough for even shares.
std::uint64_t most_boards_a_task(std::uint64_t boards, int processes);

// Collective. As solve_connect_layer, for this process's share of the layer, which becomes
// `outcomes`; the counts are those of all processes. A batch fetches about `batch` bytes, and tasks
// are divided so that each fetches no more; the least of the processes' `batch` counts. `tick` is
// this process's; if one says to stop, all processes stop after the batch.
OutcomeCounts solve_shared_connect_layer(const connect::Parameters& game, int stones,
                                         const FrozenBdd& boards, const FrozenBdd& above,
                                         const OutcomeShare& outcomes_above, OutcomeShare& outcomes,
                                         Cluster& cluster, std::uint64_t batch, int threads,
                                         const BoardsTick& tick, FetchCounts& counts);

}  // namespace zermelo::symbolic
