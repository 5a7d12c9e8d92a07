// SPDX-License-Identifier: MIT
// Reading a text and saying what the rules say of it, in one.
#pragma once

#include <utility>

#include "gen/error.h"
#include "gen/position_status.h"

namespace zermelo {

// `read` gives a status, or throws IllegalPosition for what is no state at all.
template <class Read>
PositionStatus status_of(Read&& read) {
  try {
    return std::forward<Read>(read)();
  } catch (const IllegalPosition& error) {
    return PositionStatus::impossible(error.what());
  }
}

}  // namespace zermelo
