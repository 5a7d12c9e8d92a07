// SPDX-License-Identifier: MIT
// What editors on some systems write before a text in UTF-8; readers skip it.
#pragma once

#include <string_view>

namespace zermelo {

inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace zermelo
