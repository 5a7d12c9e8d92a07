// SPDX-License-Identifier: MIT
// The text of variants/*.ini, which CMake makes a source of.
#pragma once

#include <string_view>

namespace zermelo::variant {

std::string_view built_in_text();

}  // namespace zermelo::variant
