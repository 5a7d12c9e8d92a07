// SPDX-License-Identifier: MIT
// Ctrl-C and SIGTERM ask long work to stop; a second one ends the program at once.
#pragma once

#include <atomic>

namespace zermelo::cli {

// Catches SIGINT and SIGTERM from now on. The flag becomes true with the first of them.
const std::atomic<bool>& catch_interrupts();

}  // namespace zermelo::cli
