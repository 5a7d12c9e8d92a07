// SPDX-License-Identifier: MIT
// From the sections of a variants.ini to the settled rules of a variant.
#pragma once

#include <vector>

#include "gen/variant/ini.h"
#include "gen/variant/variant.h"

namespace zermelo::variant {

// The rules of the last section, which copies those before it in turn; the first copies none.
// Throws SyntaxError, with the place of what is wrong.
Variant settle(const std::vector<const Section*>& sections);

}  // namespace zermelo::variant
