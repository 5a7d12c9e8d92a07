// SPDX-License-Identifier: MIT
// What this process has used so far, all of its threads together; or also the processes that it has
// started and waited for.
#pragma once

#include <cstdint>

namespace zermelo::cli {

enum class Whose { this_process, with_children };

// The most memory that was resident at any one time, in bytes, in the process that took the most.
std::uint64_t peak_memory(Whose whose = Whose::this_process);
double processor_seconds(Whose whose = Whose::this_process);

}  // namespace zermelo::cli
