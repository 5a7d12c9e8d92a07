// SPDX-License-Identifier: MIT
// The lines of a board on which pieces move along lines, step by step: what of them a picture shows
// as straight, and what it cannot.
#pragma once

#include <vector>

namespace zermelo {

struct Diagram;

// From a square to the next one of a line; `from` < `to`.
struct LineStep {
  int from = 0, to = 0;
  // A straight line between them would touch a third square.
  bool is_hidden = false;

  bool operator==(const LineStep&) const = default;
};

// The steps of all lines of a diagram, each once, in ascending order.
std::vector<LineStep> line_steps(const Diagram& diagram);

}  // namespace zermelo
