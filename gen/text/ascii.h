// SPDX-License-Identifier: MIT
// Letters of ASCII, whatever the locale is.
#pragma once

#include <string>
#include <string_view>

namespace zermelo {

constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string to_lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = to_lower(c);
  return result;
}

}  // namespace zermelo
