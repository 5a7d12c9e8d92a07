// SPDX-License-Identifier: MIT
#include "kinds/puzzles/ostle_puzzle_rules.h"

#include "gen/error.h"

namespace zermelo::ostle {

OwnConditions parse_own_conditions(const std::set<std::string>& names) {
  OwnConditions own;
  for (const std::string& name : names) {
    if (name != "hole-key") {
      throw UsageError(fmt::format("Ostle has no condition '{}' for puzzles.", name));
    }
    own.hole_key = true;
  }
  return own;
}

}  // namespace zermelo::ostle
