// SPDX-License-Identifier: MIT
// Whether the tags of a page or picture nest.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace zermelo::test {

// The first thing wrong; empty if every tag that is opened is closed in its turn, every < begins a
// tag, and every & begins an entity. Knows the elements of HTML that have no end tag.
inline std::string markup_error(const std::string& text) {
  const std::vector<std::string> endless = {"!DOCTYPE", "meta", "br"};
  std::vector<std::string> open;
  for (std::size_t at = 0; (at = text.find_first_of("<&", at)) != text.npos; ++at) {
    const std::size_t end = text.find(text[at] == '<' ? '>' : ';', at);
    if (end == text.npos) return "no end: " + text.substr(at, 40);
    const std::string inside = text.substr(at + 1, end - at - 1);
    if (text[at] == '&') {
      if (inside.empty() || inside.size() > 4) return "a bare &: " + text.substr(at, 40);
      continue;
    }
    if (inside.find('<') != inside.npos) return "a < in a tag: " + inside;
    if (inside[0] == '/') {
      if (open.empty() || open.back() != inside.substr(1)) return "closes in vain: " + inside;
      open.pop_back();
      continue;
    }
    const std::string name = inside.substr(0, inside.find(' '));
    if (inside.back() == '/' || std::ranges::count(endless, name) > 0) continue;
    open.push_back(name);
  }
  return open.empty() ? "" : "never closed: " + open.back();
}

inline int count_of(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace zermelo::test
