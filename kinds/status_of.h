// SPDX-License-Identifier: MIT
// Reads a text and returns its status under the rules, in one step.
#pragma once

#include <utility>

#include "gen/error.h"
#include "gen/position_status.h"

namespace zermelo {

// `read` returns a status, or throws IllegalPosition for a text that is not a state at all.
template <class Read>
PositionStatus status_of(Read&& read) {
  try {
    return std::forward<Read>(read)();
  } catch (const IllegalPosition& error) {
    return PositionStatus::impossible(error.what());
  }
}

}  // namespace zermelo
