// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "tablebase/distributed/cluster.h"

namespace zermelo {

// Checks that all ranks see the same folder, that of `path`, where they leave files for each other.
// Collective, with the same path on all ranks. Throws FileError on the first rank that does not see
// what rank 0 has written there, and PeerFailed on the others. (Where rank 0 cannot write, that is
// left to what it has to write next, which says why.)
void expect_one_folder(Cluster* cluster, const std::string& path);

}  // namespace zermelo
