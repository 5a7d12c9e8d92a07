// SPDX-License-Identifier: MIT
#include "gen/text/xml.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace zermelo {
namespace {

// The length of the well-formed UTF-8 character at `at` that XML 1.0 allows, or 0.
std::size_t xml_character(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return lead >= 0x20 || lead == '\t' || lead == '\n' || lead == '\r' ? 1 : 0;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  std::uint32_t code = lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0u) != 0x80u) return 0;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  constexpr std::uint32_t smallest[] = {0x80, 0x800, 0x10000};
  const bool overlong = code < smallest[length - 2];
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return overlong || surrogate || code == 0xfffe || code == 0xffff || code > 0x10ffff ? 0 : length;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = xml_character(text, at);
    switch (length == 0 ? '\0' : text[at]) {
      case '\0':
        out += "\xef\xbf\xbd";
        break;
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      case '\r':
        out += "&#13;";
        break;
      default:
        out += text.substr(at, length);
    }
    at += std::max<std::size_t>(length, 1);
  }
  return out;
}

}  // namespace zermelo
