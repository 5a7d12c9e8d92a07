// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "gen/text/diagram.h"

namespace zermelo {

// diagram_svg as part of an HTML page, where it needs no namespace, so that the page contains no
// address at all. Throws UsageError as diagram_svg does.
inline std::string inline_svg(const Diagram& diagram) {
  constexpr std::string_view name_space = " xmlns=\"http://www.w3.org/2000/svg\"";
  std::string svg = diagram_svg(diagram);
  if (const auto at = svg.find(name_space); at != std::string::npos)
    svg.erase(at, name_space.size());
  return svg;
}

}  // namespace zermelo
