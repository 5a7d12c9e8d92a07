// SPDX-License-Identifier: MIT
// What this process has used so far, all of its threads together.
#pragma once

#include <cstdint>

namespace zermelo::cli {

// The most memory that was resident at a time, in bytes.
std::uint64_t peak_memory();
double processor_seconds();

}  // namespace zermelo::cli
