// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "tablebase/distributed/cluster.h"

namespace zermelo {

// Whether all ranks see one folder, in which they leave files for each other: that of `path`, which
// all ranks call alike. Collective. Throws FileError on the first rank that does not see what rank
// 0 has written there, and PeerFailed on the others. (Where rank 0 cannot write, that is left to
// what it has to write next, which says why.)
void expect_one_folder(Cluster* cluster, const std::string& path);

}  // namespace zermelo
