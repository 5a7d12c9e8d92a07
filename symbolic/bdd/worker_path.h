// SPDX-License-Identifier: MIT
// Where the program is that works in a process of its own.
#pragma once

#include <string>

namespace zermelo::symbolic {

// ZERMELO_WORKER of the environment, if it is set. Else zermelo-worker beside the running program
// or the library, or where it is installed as seen from either; else where it was built. Throws
// Error if it is not there.
std::string worker_path();

}  // namespace zermelo::symbolic
