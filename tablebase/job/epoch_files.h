// SPDX-License-Identifier: MIT
// The checkpoint files of a run of several ranks. Each rank writes its own state into a file of
// this epoch, FILE.checkpoint.EPOCH.RANK; when all are there, rank 0 gives the master,
// FILE.checkpoint, which names the epoch, its name; then the files of other epochs are removed. So
// whenever the run ends, the master's epoch is complete.
#pragma once

#include <cstdint>
#include <string>

namespace zermelo {

// `master` is the master's path.
std::string rank_checkpoint_path(const std::string& master, std::uint64_t epoch, int rank);

// Removes all ranks' files of epochs other than `kept` (0: of all epochs), and anything that kills
// while writing them may have left. What cannot be removed stays.
void remove_other_epochs(const std::string& master, std::uint64_t kept);

}  // namespace zermelo
