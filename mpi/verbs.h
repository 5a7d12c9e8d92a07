// SPDX-License-Identifier: MIT
// The verbs of zermelo-mpi. All ranks read the same command line and run the same verb; only rank 0
// prints.
#pragma once

#include "cli/verbs.h"
#include "tablebase/distributed/cluster.h"

namespace zermelo::cli {

// The cluster must outlive the verb.
Verb add_distributed_solve(CommandLine& program, Cluster& cluster);
Verb add_distributed_reach(CommandLine& program, Cluster& cluster);
Verb add_distributed_hybrid(CommandLine& program, Cluster& cluster);

}  // namespace zermelo::cli
