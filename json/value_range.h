// SPDX-License-Identifier: MIT
// Ranges of plies and scores, as they are typed: on a command line, in an address.
#pragma once

#include <string_view>

#include "probe/puzzle.h"

namespace zermelo {

// "7", "5..9" or "5.." (and more): at least 1, the first not after the last. `of_what` ("plies") is
// for the message of the UsageError that it throws.
ValueRange parse_range(std::string_view text, std::string_view of_what);

}  // namespace zermelo
