// SPDX-License-Identifier: MIT
#include "gen/value.h"

#include <fmt/format.h>

namespace zermelo {

std::string to_string(Value value, Metric metric) {
  if (value.is_draw() || metric == Metric::outcome) return outcome_name(value.outcome());
  return fmt::format("{} {} {}", outcome_name(value.outcome()),
                     metric == Metric::score ? "by" : "in", value.plies());
}

}  // namespace zermelo
