// SPDX-License-Identifier: MIT
// Sets of bit strings that are written down: a list of patterns such as 01-1-0.
#pragma once

#include <span>
#include <string>

#include "symbolic/bdd/frozen_bdd.h"

namespace zermelo::symbolic {

// The strings that match at least one pattern, whose characters are 0, 1 or - for both. Throws
// UsageError for other characters, patterns of different or of unsuitable lengths (1 to 64), and
// for patterns that have too many combinations; Error if there are 2^64 members.
FrozenBdd set_of_patterns(std::span<const std::string> patterns);

}  // namespace zermelo::symbolic
