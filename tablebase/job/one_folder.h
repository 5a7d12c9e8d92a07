// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "tablebase/distributed/cluster.h"

namespace zermelo {

// Whether all ranks see one folder, in which they leave files for each other: that of `path`, which
// all ranks call alike. Collective. Throws FileError on the first rank that does not see what rank
// 0 has written there (PeerFailed on the others), or if rank 0 cannot write.
void expect_one_folder(Cluster* cluster, const std::string& path);

}  // namespace zermelo
