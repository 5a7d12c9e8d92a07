// SPDX-License-Identifier: MIT
// Where the program is that works in a process of its own.
#pragma once

#include <string>

namespace zermelo::symbolic {

// The environment variable ZERMELO_WORKER, if it is set. Otherwise zermelo-worker beside the
// running program or the library, or where it is installed relative to either; otherwise where it
// was built. Throws Error if it is not there.
std::string worker_path();

}  // namespace zermelo::symbolic
