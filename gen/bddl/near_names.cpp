// SPDX-License-Identifier: MIT
#include "gen/bddl/near_names.h"

#include <algorithm>

#include "gen/text/ascii.h"

namespace zermelo::bddl {
namespace {

// Damerau's distance, in its restricted form: letters left out, put in, changed, or two neighbours
// exchanged.
int distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<int> d((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> int& { return d[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        at(i, j) = static_cast<int>(i + j);
        continue;
      }
      at(i, j) = std::min(
          {at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return d.back();
}

}  // namespace

std::string did_you_mean(std::string_view unknown, const std::vector<std::string>& known) {
  constexpr std::size_t longest = 40;  // (hostile files)
  if (unknown.size() > longest) return "";
  int best = unknown.size() <= 4 ? 2 : 3;
  std::string found;
  for (const std::string& name : known) {
    if (name.size() > longest) continue;
    const int d = distance(to_lower(unknown), to_lower(name));
    if (d >= best || d >= static_cast<int>(name.size())) continue;
    best = d;
    found = " (did you mean " + name + "?)";
  }
  return found;
}

}  // namespace zermelo::bddl
