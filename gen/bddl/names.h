// SPDX-License-Identifier: MIT
// Looking up names: whatever their capitals are.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/text/ascii.h"

namespace zermelo::bddl {

// The place in a list of what has this name.
template <class Named>
std::optional<int> find_name(const std::vector<Named>& things, std::string_view name) {
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (to_lower(things[i].name) == to_lower(name)) return static_cast<int>(i);
  }
  return std::nullopt;
}

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& things) {
  std::vector<std::string> names;
  for (const Named& thing : things) names.push_back(thing.name);
  return names;
}

}  // namespace zermelo::bddl
