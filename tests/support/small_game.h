// SPDX-License-Identifier: MIT
// Small games of Ostle, as parameters of tests.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "gen/game_spec.h"

namespace zermelo::test {

struct SmallGame {
  int size, start, lose, total;
  bool symmetric;
};

inline GameSpec spec_of(const SmallGame& g) {
  return {"ostle",
          {{"size", std::to_string(g.size)},
           {"start", std::to_string(g.start)},
           {"lose", std::to_string(g.lose)},
           {"total", std::to_string(g.total)},
           {"repetition", g.symmetric ? "symmetric" : "exact"}}};
}

// The smallest game with several slices and groups: its table has a few kilobytes.
inline const SmallGame smallest_game = {3, 3, 1, 6, false};

// A name for a test.
inline std::string name_of(const SmallGame& g) {
  std::string name = "Size" + std::to_string(g.size) + "Start" + std::to_string(g.start) + "Lose" +
                     std::to_string(g.lose);
  if (g.total != 2 * g.start) name += "Total" + std::to_string(g.total);
  return name + (g.symmetric ? "Symmetric" : "Exact");
}

// For INSTANTIATE_TEST_SUITE_P.
inline std::string name_of_instance(const testing::TestParamInfo<SmallGame>& info) {
  return name_of(info.param);
}

inline void PrintTo(const SmallGame& g, std::ostream* out) { *out << name_of(g); }

}  // namespace zermelo::test
