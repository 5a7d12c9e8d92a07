// SPDX-License-Identifier: MIT
#include "gen/text/board_lines.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <utility>

#include "gen/text/diagram.h"

namespace zermelo {
namespace {

bool touches_another(const Diagram& d, int from, int to) {
  const int dx = to % d.columns - from % d.columns, dy = to / d.columns - from / d.columns;
  const int parts = std::gcd(std::abs(dx), std::abs(dy));
  for (int i = 1; i < parts; ++i) {
    const int between = from + i * (dx / parts + dy / parts * d.columns);
    if (d.cells[static_cast<std::size_t>(between)] != Cell::blocked) return true;
  }
  return false;
}

}  // namespace

std::vector<LineStep> line_steps(const Diagram& diagram) {
  std::set<std::pair<int, int>> pairs;
  for (const std::vector<int>& line : diagram.lines) {
    for (std::size_t i = 1; i < line.size(); ++i) pairs.insert(std::minmax(line[i - 1], line[i]));
  }
  std::vector<LineStep> steps;
  for (const auto& [from, to] : pairs)
    steps.push_back({from, to, touches_another(diagram, from, to)});
  return steps;
}

}  // namespace zermelo
