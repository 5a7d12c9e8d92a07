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

// With its first letter in upper case.
inline std::string capital(std::string text) {
  if (!text.empty() && 'a' <= text[0] && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace zermelo
