// SPDX-License-Identifier: MIT
#include "gen/value.h"

#include <fmt/format.h>

namespace zermelo {

std::string to_string(Value value, Metric metric) {
  if (metric == Metric::moves) {
    return value.is_draw() ? "no solution"
                           : fmt::format("solved in {} {}", value.plies(),
                                         value.plies() == 1 ? "move" : "moves");
  }
  if (value.is_draw() || metric == Metric::outcome) return outcome_name(value.outcome());
  const char* const outcome = outcome_name(value.outcome());
  if (metric == Metric::zeroing) {
    const int plies = value.amount(metric);
    if (!value.is_past_rule()) return fmt::format("{}, zeroing in {}", outcome, plies);
    return fmt::format("{} {}, {} past the rule", value.is_win() ? "cursed" : "blessed", outcome,
                       plies);
  }
  if (metric == Metric::score) return fmt::format("{} by {}", outcome, value.magnitude());
  if (value.is_endless()) return fmt::format("{} by endless play", outcome);
  return fmt::format("{} in {}", outcome, value.plies());
}

const char* category_name(Value value) {
  if (!value.is_past_rule()) return outcome_name(value.outcome());
  return value.is_win() ? "cursed-win" : "blessed-loss";
}

}  // namespace zermelo
