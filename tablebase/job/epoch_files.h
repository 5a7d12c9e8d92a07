// SPDX-License-Identifier: MIT
// The checkpoint files of a run of several ranks. Each rank writes its own state into a file of
// this epoch, FILE.checkpoint.EPOCH.RANK; when all are there, rank 0 gives the master,
// FILE.checkpoint, its name, which says the epoch; then the files of other epochs go. So whenever
// the run ends, the master's epoch is there as a whole.
#pragma once

#include <cstdint>
#include <string>

namespace zermelo {

// `master` is the master's path.
std::string rank_checkpoint_path(const std::string& master, std::uint64_t epoch, int rank);

// Removes all ranks' files of other epochs than `kept` (0: of all), and what kills while writing
// them may have left. What cannot be removed stays.
void remove_other_epochs(const std::string& master, std::uint64_t kept);

}  // namespace zermelo
