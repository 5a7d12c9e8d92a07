// SPDX-License-Identifier: MIT
#include "gen/value.h"

#include <fmt/format.h>

namespace zermelo {

std::string to_string(Value value) {
  if (value.is_draw()) return "draw";
  return fmt::format("{} in {}", outcome_name(value.outcome()), value.plies());
}

}  // namespace zermelo
