// SPDX-License-Identifier: MIT
// How work on a report is stopped.
#pragma once

#include <atomic>

#include "gen/error.h"

namespace zermelo {

// Throws Interrupted if `stop` is given and set.
inline void check_stop(const std::atomic<bool>* stop) {
  if (stop != nullptr && *stop) throw Interrupted("Stopped.");
}

}  // namespace zermelo
